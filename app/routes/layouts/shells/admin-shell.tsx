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
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink, type ShellProps } from './app-frame.tsx';

const AUTHORING = ['/admin/create-course', '/admin/course-videos'] as const;

const certificates = (acts: ShellProps['acts']) =>
  [
    ...(acts.includes('certificates') ? [['/admin/issue-certificate', t('adminShell.issue')] as const] : []),
    ['/admin/batches', t('common.batches')],
    ['/admin/designs', t('common.designs')],
    ['/admin/fields', t('ownFields.fields')],
    ['/admin/issued-certificates', t('common.issued')],
    ['/admin/verified-certificates', t('common.verified')],
    ['/check', t('common.check')],
    ['/verify', t('common.verify')],
    ['/my-certificates', t('common.myCertificates')],
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
            {t('common.dashboard')}
          </NavLink>
          <NavLink to="/dashboard" pathname={pathname} icon={ChartColumn}>
            {t('common.statistics')}
          </NavLink>
          <NavLink to="/admin/coupons" pathname={pathname} icon={TicketPercent}>
            {t('common.coupons')}
          </NavLink>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            {t('common.courses')}
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            {t('common.myLearning')}
          </NavLink>
          <CertificatesGroup links={certificates(acts)} pathname={pathname} />
          {acts.includes('manage') && (
            <>
              <NavLink to="/admin/members" pathname={pathname} icon={Users}>
                {t('common.members')}
              </NavLink>
              <NavLink to="/admin/audit" pathname={pathname} icon={ScrollText}>
                {t('common.audit')}
              </NavLink>
            </>
          )}
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            {t('common.services')}
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            {t('common.support')}
          </NavLink>
        </>
      }
    />
  );
}
