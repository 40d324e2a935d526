import type { ReactNode } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '#app/root.tsx';
import { PendingPage } from '#app/routes/layouts/pending-page.tsx';
import { AppShell } from '#app/routes/layouts/shells/app-shell.tsx';
import type { ShellUser } from '#app/routes/layouts/shells/types.ts';

/** The frame of a logged-in page: the shell of the account's role, told where it is. */
export function RoleFrame({ user, children }: { user: ShellUser; children: ReactNode }) {
  const { pathname } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return (
    <AppShell user={user} pathname={pathname} theme={root?.theme ?? 'system'}>
      <PendingPage>{children}</PendingPage>
    </AppShell>
  );
}
