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
import { AppFrame, CATALOGUE, CertificatesGroup, NavLinks, type ShellProps } from './app-frame.tsx';

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
          <NavLinks
            pathname={pathname}
            links={[
              ['/admin/courses', t('common.dashboard'), House, AUTHORING],
              ['/dashboard', t('common.statistics'), ChartColumn],
              ['/admin/coupons', t('common.coupons'), TicketPercent],
              ['/courses', t('common.courses'), BookOpen, CATALOGUE],
              ['/my-learning', t('common.myLearning'), MonitorPlay],
            ]}
          />
          <CertificatesGroup links={certificates(acts)} pathname={pathname} />
          {acts.includes('manage') && (
            <NavLinks
              pathname={pathname}
              links={[
                ['/admin/members', t('common.members'), Users],
                ['/admin/audit', t('common.audit'), ScrollText],
              ]}
            />
          )}
          <NavLinks
            pathname={pathname}
            links={[
              ['/services', t('common.services'), LayoutGrid],
              ['/support', t('common.support'), LifeBuoy],
            ]}
          />
        </>
      }
    />
  );
}
