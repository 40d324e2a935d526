import { preferenceCookie } from './preference.ts';

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
