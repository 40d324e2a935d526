import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { AdminShell } from '#app/routes/layouts/shells/admin-shell.tsx';
import type { ShellProps } from '#app/routes/layouts/shells/app-frame.tsx';
import { GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';
import { SuperAdminShell } from '#app/routes/layouts/shells/superadmin-shell.tsx';
import { VerifierShell } from '#app/routes/layouts/shells/verifier-shell.tsx';
import { useFrame } from './use-frame.tsx';

/** The shell of the viewer's role, or the guest shell. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user, ...frame } = useFrame();
  if (!user) {
    return (
      <GuestShell theme={frame.theme} pathname={pathname}>
        {children}
      </GuestShell>
    );
  }
  return (
    <AppShell user={user} pathname={pathname} {...frame}>
      {children}
    </AppShell>
  );
}

/** The shell for the user's role. */
export function AppShell(props: ShellProps) {
  if (props.user.role === 'admin') return <AdminShell {...props} />;
  if (props.user.role === 'superadmin') return <SuperAdminShell {...props} />;
  return <VerifierShell {...props} />;
}
