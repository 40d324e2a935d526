import type { RouterContextProvider } from 'react-router';
import { type AccountNotice, accountNotice } from '#app/accounts/account-notice.server.ts';
import type { Role } from '#app/accounts/actor.server.ts';
import { parseSidebarState, type SidebarState } from '#app/ui/sidebar.ts';
import { parseTheme, type Theme } from '#app/ui/theme.ts';
import { actorContext } from './context.server.ts';

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
  const cookies = request.headers.get('Cookie');
  const actor = context.get(actorContext);
  const user = actor.kind === 'user' ? actor.user : null;
  return {
    theme: parseTheme(cookies),
    sidebar: parseSidebarState(cookies),
    user: user && { name: user.name, role: user.role },
    notice: user && accountNotice(user),
  };
}
