import type { RouterContextProvider } from 'react-router';
import { type AccountNotice, accountNotice } from '#app/accounts/account-notice.server.ts';
import { areaOf, type Role } from '#app/accounts/actor.server.ts';
import { SIDEBAR_COOKIE, type SidebarState, toSidebarState } from '#app/ui/sidebar.ts';
import { THEME_COOKIE, type Theme, toTheme } from '#app/ui/theme.ts';
import { actorContext } from './context.server.ts';
import { readCookie } from './cookies.server.ts';

/** Data for the frame around a page: the viewer's account and preferences. */
export type Frame = {
  theme: Theme;
  sidebar: SidebarState;
  user: { name: string; role: Role } | null;
  /** A notice about the viewer's account for every page. */
  notice: AccountNotice | null;
};

/** Reads a request's frame. identifyActor must have run. */
export function readFrame(request: Request, context: Readonly<RouterContextProvider>): Frame {
  const actor = context.get(actorContext);
  const viewer = actor.kind === 'user' ? actor : null;
  return {
    theme: toTheme(readCookie(request, THEME_COOKIE)),
    sidebar: toSidebarState(readCookie(request, SIDEBAR_COOKIE)),
    user: viewer && { name: viewer.user.name, role: areaOf(viewer) },
    notice: viewer && accountNotice(viewer),
  };
}
