/** What the viewer asked for; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const THEME_COOKIE = 'theme';
export const THEME_FIELD = 'theme';
const ONE_YEAR_S = 31_536_000;

/** Any outside value to a theme; what is not one of the two fixed themes means `system`. */
export const toTheme = (value: unknown): Theme => (value === 'light' || value === 'dark' ? value : 'system');

/** The theme in a Cookie header. */
export function parseTheme(cookieHeader: string | null): Theme {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === THEME_COOKIE) return toTheme(value?.trim());
  }
  return 'system';
}

/** The Set-Cookie value that keeps a theme for a year, or forgets it. */
export const themeCookie = (theme: Theme, secure: boolean) =>
  `${THEME_COOKIE}=${theme === 'system' ? '' : theme}; Path=/; Max-Age=${theme === 'system' ? 0 : ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`;
