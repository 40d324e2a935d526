import { Activity, BookOpen, LayoutGrid, Library, LifeBuoy, Mail, UserCheck } from 'lucide-react';
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

const CERTIFICATES = [
  ['/superadmin/issued-certificates', 'Issued'],
  ['/superadmin/verified-certificates', 'Verified'],
  ['/verify', 'Verify'],
] as const;

/** The frame of super admins. */
export function SuperAdminShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/superadmin/issued-certificates"
      navigation={
        <>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} Icon={BookOpen}>
            Courses
          </NavLink>
          <CertificatesGroup links={CERTIFICATES} pathname={pathname} />
          <NavLink to="/services" pathname={pathname} Icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/superadmin/courses" pathname={pathname} Icon={Library}>
            Manage Courses
          </NavLink>
          <NavLink to="/admin/update" pathname={pathname} Icon={UserCheck}>
            Update
          </NavLink>
          <NavLink to="/superadmin/mail" pathname={pathname} Icon={Mail}>
            Mail
          </NavLink>
          <NavLink to="/superadmin/status" pathname={pathname} Icon={Activity}>
            Status
          </NavLink>
          <NavLink to="/admin/support" pathname={pathname} Icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
