import {
  BookOpen,
  ChartColumn,
  House,
  LayoutGrid,
  LifeBuoy,
  MonitorPlay,
  ScrollText,
  TicketPercent,
  Users,
} from 'lucide';
import { t } from '#messages';
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

const AUTHORING = ['/admin/create-course', '/admin/course-videos'] as const;

const certificates = (acts: ShellProps['acts']) =>
  [
    ...(acts.includes('certificates') ? [['/admin/issue-certificate', t('adminShell.issue')] as const] : []),
    ['/admin/batches', t('adminShell.batches')],
    ['/admin/designs', t('adminShell.designs')],
    ['/admin/issued-certificates', t('adminShell.issued')],
    ['/admin/verified-certificates', t('adminShell.verified')],
    ['/check', t('adminShell.check')],
    ['/verify', t('adminShell.verify')],
    ['/my-certificates', t('adminShell.myCertificates')],
  ] as const;

/** The frame of issuers. */
export function AdminShell(props: ShellProps) {
  const { pathname, acts } = props;
  return (
    <AppFrame
      {...props}
      home="/admin/courses"
      navigation={
        <>
          <NavLink to="/admin/courses" pathname={pathname} covers={AUTHORING} icon={House}>
            {t('adminShell.dashboard')}
          </NavLink>
          <NavLink to="/dashboard" pathname={pathname} icon={ChartColumn}>
            {t('adminShell.statistics')}
          </NavLink>
          <NavLink to="/admin/coupons" pathname={pathname} icon={TicketPercent}>
            {t('adminShell.coupons')}
          </NavLink>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            {t('adminShell.courses')}
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            {t('adminShell.myLearning')}
          </NavLink>
          <CertificatesGroup links={certificates(acts)} pathname={pathname} />
          {acts.includes('manage') && (
            <>
              <NavLink to="/admin/members" pathname={pathname} icon={Users}>
                {t('adminShell.members')}
              </NavLink>
              <NavLink to="/admin/audit" pathname={pathname} icon={ScrollText}>
                {t('adminShell.audit')}
              </NavLink>
            </>
          )}
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            {t('adminShell.services')}
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            {t('adminShell.support')}
          </NavLink>
        </>
      }
    />
  );
}
