import {
  BookOpen,
  ChartColumn,
  House,
  LayoutGrid,
  LifeBuoy,
  MonitorPlay,
  ScrollText,
  TicketPercent,
} from 'lucide';
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

const AUTHORING = ['/admin/create-course', '/admin/course-videos'] as const;

const CERTIFICATES = [
  ['/admin/issue-certificate', 'Issue'],
  ['/admin/batches', 'Batches'],
  ['/admin/designs', 'Designs'],
  ['/admin/issued-certificates', 'Issued'],
  ['/admin/verified-certificates', 'Verified'],
  ['/check', 'Check'],
  ['/verify', 'Verify'],
  ['/my-certificates', 'My certificates'],
] as const;

/** The frame of issuers. */
export function AdminShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/admin/courses"
      navigation={
        <>
          <NavLink to="/admin/courses" pathname={pathname} covers={AUTHORING} icon={House}>
            Dashboard
          </NavLink>
          <NavLink to="/dashboard" pathname={pathname} icon={ChartColumn}>
            Statistics
          </NavLink>
          <NavLink to="/admin/coupons" pathname={pathname} icon={TicketPercent}>
            Coupons
          </NavLink>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            Courses
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            My learning
          </NavLink>
          <CertificatesGroup links={CERTIFICATES} pathname={pathname} />
          <NavLink to="/admin/audit" pathname={pathname} icon={ScrollText}>
            Audit
          </NavLink>
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
