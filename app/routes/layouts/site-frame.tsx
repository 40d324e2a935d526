import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { AppShell } from '#app/routes/layouts/shells/app-shell.tsx';
import { GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';
import { useFrame } from './use-frame.ts';

/** The shell of the viewer's role, or the guest shell. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user, theme, sidebar, acts, switcher } = useFrame();
  if (!user) {
    return (
      <GuestShell theme={theme} pathname={pathname}>
        {children}
      </GuestShell>
    );
  }
  return (
    <AppShell user={user} acts={acts} switcher={switcher} pathname={pathname} theme={theme} sidebar={sidebar}>
      {children}
    </AppShell>
  );
}
