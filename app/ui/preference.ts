const ONE_YEAR_S = 31_536_000;

/** The Set-Cookie value that stores a preference for a year. Null deletes it. */
export const preferenceCookie = (name: string, value: string | null, secure: boolean) =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`;
