import type { ReactNode } from 'react';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import type { SidebarState, Theme } from '#app/ui/preferences.ts';

/** The logged-in user. */
export type ShellUser = { name: string; role: string };

export type ShellProps = {
  user: ShellUser;
  /** The rights of the user's role in its organisation. */
  acts: readonly OrganisationAct[];
  /** The organisations to choose from, or null. */
  switcher: { current: string; choices: { id: string; name: string }[] } | null;
  /** Path of the page, which marks its link and opens its group. */
  pathname: string;
  theme: Theme;
  sidebar: SidebarState;
  children: ReactNode;
};
