const ONE_YEAR_S = 31_536_000;

/** The Set-Cookie value that stores a preference for a year. Null deletes it. */
export const preferenceCookie = (name: string, value: string | null, secure: boolean) =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`;

function remember(name: string, value: string, secure: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = preferenceCookie(name, value, secure);
}

/** The viewer's theme. `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const THEME_COOKIE = 'theme';
export const THEME_FIELD = 'theme';

/** Parses any value. All except the two fixed themes mean `system`. */
export const toTheme = (value: unknown): Theme => (value === 'light' || value === 'dark' ? value : 'system');

/** The Set-Cookie value that stores a theme for a year, or deletes the cookie. */
export const themeCookie = (theme: Theme, secure: boolean) =>
  preferenceCookie(THEME_COOKIE, theme === 'system' ? null : theme, secure);

/** Whether the sidebar is visible on wide screens. */
export type SidebarState = 'open' | 'collapsed';

export const SIDEBAR_COOKIE = 'sidebar';
export const SIDEBAR_FIELD = 'sidebar';

/** Parses any value. All except `collapsed` mean `open`. */
export const toSidebarState = (value: unknown): SidebarState =>
  value === 'collapsed' ? 'collapsed' : 'open';

/** The Set-Cookie value that keeps the sidebar collapsed for a year, or deletes the cookie. */
export const sidebarCookie = (state: SidebarState, secure: boolean) =>
  preferenceCookie(SIDEBAR_COOKIE, state === 'collapsed' ? state : null, secure);

/** The groups of the issuer's menu, of which at most one is open. */
export const MENU_GROUPS = ['certificates', 'courses', 'organisation'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number] | 'none';

export const MENU_COOKIE = 'menu';

/** Parses any value. Unknown ones mean `certificates`, which is open until another group is. */
export const toMenuGroup = (value: unknown): MenuGroup =>
  value === 'none' ? value : (MENU_GROUPS.find((group) => group === value) ?? 'certificates');

/** Remembers the open group in a script, which may not exist: the server remembers the group of each page that is opened. */
export function rememberMenuGroup(group: string, secure = location.protocol === 'https:') {
  remember(MENU_COOKIE, group, secure);
}

/** The cookie with the client's IANA time zone. */
export const TIME_ZONE_COOKIE = 'time_zone';

/**
 * Stores the viewer's time zone in a cookie. Lists are grouped by it (docs/product.md, Dates). Call this once, before
 * hydration.
 */
export function rememberTimeZone(secure = location.protocol === 'https:') {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  remember(TIME_ZONE_COOKIE, encodeURIComponent(zone), secure);
}
