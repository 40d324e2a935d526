import { AdminShell } from './admin-shell.tsx';
import { SuperAdminShell } from './superadmin-shell.tsx';
import type { ShellProps } from './types.ts';
import { VerifierShell } from './verifier-shell.tsx';

/** The shell for the user's role. */
export function AppShell(props: ShellProps) {
  if (props.user.role === 'admin') return <AdminShell {...props} />;
  if (props.user.role === 'superadmin') return <SuperAdminShell {...props} />;
  return <VerifierShell {...props} />;
}
