import type { RouterContextProvider } from 'react-router';
import { type AccountNotice, accountNotice } from '#app/accounts/account-notice.server.ts';
import type { Role } from '#app/accounts/actor.server.ts';
import { parseSidebarState, type SidebarState } from '#app/ui/sidebar.ts';
import { parseTheme, type Theme } from '#app/ui/theme.ts';
import { actorContext } from './context.server.ts';

/** What the frame around a page shows: the viewer's account, if any, and preferences. */
export type Frame = {
  theme: Theme;
  sidebar: SidebarState;
  user: { name: string; role: Role } | null;
  /** What the viewer should know of the account on every page. */
  notice: AccountNotice | null;
};

/** Reads a request's frame; the actor must have been identified. */
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
