const ONE_YEAR_S = 31_536_000;

/** The value of a preference from its cookie, or null. */
export function readPreference(cookieHeader: string | null, name: string): string | null {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

/** The Set-Cookie value that stores a preference for a year. Null deletes it. */
export const preferenceCookie = (name: string, value: string | null, secure: boolean) =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`;
