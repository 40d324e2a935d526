import type { ReactNode } from 'react';
import type { SidebarState } from '#app/ui/sidebar.ts';
import type { Theme } from '#app/ui/theme.ts';

/** The logged-in user. */
export type ShellUser = { name: string; role: string };

export type ShellProps = {
  user: ShellUser;
  /** Path of the page, which marks its link and opens its group. */
  pathname: string;
  theme: Theme;
  sidebar: SidebarState;
  children: ReactNode;
};
