import { preferenceCookie } from './preference.ts';

/** The viewer's theme. `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const THEME_COOKIE = 'theme';
export const THEME_FIELD = 'theme';

/** Parses any value. All except the two fixed themes mean `system`. */
export const toTheme = (value: unknown): Theme => (value === 'light' || value === 'dark' ? value : 'system');

/** The Set-Cookie value that stores a theme for a year, or deletes the cookie. */
export const themeCookie = (theme: Theme, secure: boolean) =>
  preferenceCookie(THEME_COOKIE, theme === 'system' ? null : theme, secure);
