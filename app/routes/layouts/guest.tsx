import { Outlet, useLocation, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../../root.tsx';
import { GuestShell } from '../../ui/shells/guest-shell.tsx';

/** Pages that anybody may see, with the footer below. */
export default function GuestLayout() {
  const { pathname } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return (
    <GuestShell theme={root?.theme ?? 'system'} pathname={pathname} loggedIn={root?.loggedIn}>
      <Outlet />
    </GuestShell>
  );
}
