import { Award, LifeBuoy, UserCheck } from 'lucide-react';
import { AppFrame, NavGroup, NavLink } from '#app/routes/layouts/shells/app-frame.tsx';
import type { ShellProps } from '#app/routes/layouts/shells/types.ts';

/** The frame of super admins. */
export function SuperAdminShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/superadmin/issued-certificates"
      navigation={
        <>
          <NavGroup label="Certificates" Icon={Award} open={pathname.startsWith('/superadmin')}>
            <NavLink to="/superadmin/issued-certificates" pathname={pathname}>
              Issued
            </NavLink>
            <NavLink to="/superadmin/verified-certificates" pathname={pathname}>
              Verified
            </NavLink>
          </NavGroup>
          <NavLink to="/admin/update" pathname={pathname} Icon={UserCheck}>
            Update
          </NavLink>
          <NavLink to="/admin/support" pathname={pathname} Icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
