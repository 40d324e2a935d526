import {
  Activity,
  BookOpen,
  LayoutGrid,
  Library,
  LifeBuoy,
  Mail,
  ReceiptText,
  ScrollText,
  UserCheck,
  Users,
  Wallet,
} from 'lucide';
import { t } from '#messages';
import { AppFrame, CATALOGUE, CertificatesGroup, NavLinks, type ShellProps } from './app-frame.tsx';

const certificates = () =>
  [
    ['/superadmin/issued-certificates', t('common.issued')],
    ['/superadmin/verified-certificates', t('common.verified')],
    ['/check', t('common.check')],
    ['/verify', t('common.verify')],
  ] as const;

/** The frame of super admins. */
export function SuperAdminShell(props: ShellProps) {
  const { pathname, waiting } = props;
  return (
    <AppFrame
      {...props}
      home="/superadmin/issued-certificates"
      navigation={
        <>
          <NavLinks pathname={pathname} links={[['/courses', t('common.courses'), BookOpen, CATALOGUE]]} />
          <CertificatesGroup links={certificates()} pathname={pathname} />
          <NavLinks
            pathname={pathname}
            links={[
              ['/services', t('common.services'), LayoutGrid],
              ['/superadmin/courses', t('common.manageCourses'), Library],
              ['/superadmin/payments', t('common.payments'), ReceiptText],
              ['/superadmin/credit', t('common.credit'), Wallet],
              [
                '/admin/update',
                t('superadminShell.update'),
                UserCheck,
                [],
                (waiting.issuers ?? 0) + (waiting.names ?? 0),
              ],
              ['/superadmin/accounts', t('common.accounts'), Users],
              ['/superadmin/audit', t('common.audit'), ScrollText],
              ['/superadmin/mail', t('status.mail'), Mail],
              ['/superadmin/status', t('superadminShell.status'), Activity, [], waiting.problems],
              ['/admin/support', t('common.support'), LifeBuoy, [], waiting.messages],
            ]}
          />
        </>
      }
    />
  );
}
