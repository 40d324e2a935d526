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
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink, type ShellProps } from './app-frame.tsx';

const certificates = () =>
  [
    ['/superadmin/issued-certificates', t('common.issued')],
    ['/superadmin/verified-certificates', t('common.verified')],
    ['/check', t('common.check')],
    ['/verify', t('common.verify')],
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
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            {t('common.courses')}
          </NavLink>
          <CertificatesGroup links={certificates()} pathname={pathname} />
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            {t('common.services')}
          </NavLink>
          <NavLink to="/superadmin/courses" pathname={pathname} icon={Library}>
            {t('common.manageCourses')}
          </NavLink>
          <NavLink to="/superadmin/payments" pathname={pathname} icon={ReceiptText}>
            {t('common.payments')}
          </NavLink>
          <NavLink to="/superadmin/credit" pathname={pathname} icon={Wallet}>
            {t('common.credit')}
          </NavLink>
          <NavLink to="/admin/update" pathname={pathname} icon={UserCheck}>
            {t('superadminShell.update')}
          </NavLink>
          <NavLink to="/superadmin/accounts" pathname={pathname} icon={Users}>
            {t('common.accounts')}
          </NavLink>
          <NavLink to="/superadmin/audit" pathname={pathname} icon={ScrollText}>
            {t('common.audit')}
          </NavLink>
          <NavLink to="/superadmin/mail" pathname={pathname} icon={Mail}>
            {t('status.mail')}
          </NavLink>
          <NavLink to="/superadmin/status" pathname={pathname} icon={Activity}>
            {t('superadminShell.status')}
          </NavLink>
          <NavLink to="/admin/support" pathname={pathname} icon={LifeBuoy}>
            {t('common.support')}
          </NavLink>
        </>
      }
    />
  );
}
