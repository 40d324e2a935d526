import { BookOpen, GraduationCap, House, LayoutGrid, LifeBuoy, TicketPercent } from 'lucide-react';
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

const AUTHORING = ['/admin/create-course', '/admin/course-videos'] as const;

const CERTIFICATES = [
  ['/admin/issue-certificate', 'Issue'],
  ['/admin/batches', 'Batches'],
  ['/admin/designs', 'Designs'],
  ['/admin/issued-certificates', 'Issued'],
  ['/admin/verified-certificates', 'Verified'],
  ['/verify', 'Verify'],
] as const;

/** The frame of issuers. */
export function AdminShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/dashboard"
      navigation={
        <>
          <NavLink to="/dashboard" pathname={pathname} Icon={House}>
            Dashboard
          </NavLink>
          <NavLink to="/admin/courses" pathname={pathname} covers={AUTHORING} Icon={GraduationCap}>
            My Courses
          </NavLink>
          <NavLink to="/admin/coupons" pathname={pathname} Icon={TicketPercent}>
            Coupons
          </NavLink>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} Icon={BookOpen}>
            Courses
          </NavLink>
          <CertificatesGroup links={CERTIFICATES} pathname={pathname} />
          <NavLink to="/services" pathname={pathname} Icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/support" pathname={pathname} Icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
