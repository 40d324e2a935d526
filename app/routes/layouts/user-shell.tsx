import { Outlet, useLocation, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../../root.tsx';
import { AppShell } from '../../ui/shells/app-shell.tsx';
import { GuestShell } from '../../ui/shells/guest-shell.tsx';
import type { ShellUser } from '../../ui/shells/types.ts';

/** The page below a guarded layout, in the frame of the user's role; callers with a token alone have no frame. */
export function UserShell({ user }: { user: ShellUser | null }) {
  const { pathname } = useLocation();
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system';
  if (!user) {
    return (
      <GuestShell theme={theme} pathname={pathname}>
        <Outlet />
      </GuestShell>
    );
  }
  return (
    <AppShell user={user} pathname={pathname} theme={theme}>
      <Outlet />
    </AppShell>
  );
}
