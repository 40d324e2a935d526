import { Outlet, useLocation, useMatches } from 'react-router';
import { GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';
import { RoleFrame } from './role-frame.tsx';
import { useFrame } from './use-frame.tsx';

/**
 * Public pages: with the sidebar for logged-in users, or else with the footer. A page whose `handle.frame` is 'auth' has the
 * sign-in frame.
 */
export default function GuestLayout() {
  const { pathname } = useLocation();
  const { user, theme } = useFrame();
  const auth = useMatches().some(
    ({ handle }) => (handle as { frame?: string } | undefined)?.frame === 'auth',
  );
  if (user && !auth) return <RoleFrame />;
  return (
    <GuestShell theme={theme} pathname={pathname} loggedIn={user !== null} variant={auth ? 'auth' : 'page'}>
      <Outlet />
    </GuestShell>
  );
}
