import { AdminShell } from '#app/routes/layouts/shells/admin-shell.tsx';
import { SuperAdminShell } from '#app/routes/layouts/shells/superadmin-shell.tsx';
import type { ShellProps } from '#app/routes/layouts/shells/types.ts';
import { VerifierShell } from '#app/routes/layouts/shells/verifier-shell.tsx';

/** The shell for the user's role. */
export function AppShell(props: ShellProps) {
  if (props.user.role === 'admin') return <AdminShell {...props} />;
  if (props.user.role === 'superadmin') return <SuperAdminShell {...props} />;
  return <VerifierShell {...props} />;
}
