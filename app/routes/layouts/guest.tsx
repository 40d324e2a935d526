import { Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '#app/root.tsx';
import { GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';

/** Pages that anybody may see, with the footer below. A page whose `handle.frame` is 'auth' brings the sign-in frame. */
export default function GuestLayout() {
  const { pathname } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const auth = useMatches().some(
    ({ handle }) => (handle as { frame?: string } | undefined)?.frame === 'auth',
  );
  return (
    <GuestShell
      theme={root?.theme ?? 'system'}
      pathname={pathname}
      loggedIn={root?.loggedIn}
      variant={auth ? 'auth' : 'page'}
    >
      <Outlet />
    </GuestShell>
  );
}
