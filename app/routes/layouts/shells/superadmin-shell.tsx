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
import { AppFrame, CATALOGUE, CertificatesGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

const CERTIFICATES = [
  ['/superadmin/issued-certificates', 'Issued'],
  ['/superadmin/verified-certificates', 'Verified'],
  ['/check', 'Check'],
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
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            Courses
          </NavLink>
          <CertificatesGroup links={CERTIFICATES} pathname={pathname} />
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/superadmin/courses" pathname={pathname} icon={Library}>
            Manage Courses
          </NavLink>
          <NavLink to="/superadmin/payments" pathname={pathname} icon={ReceiptText}>
            Payments
          </NavLink>
          <NavLink to="/superadmin/credit" pathname={pathname} icon={Wallet}>
            Credit
          </NavLink>
          <NavLink to="/admin/update" pathname={pathname} icon={UserCheck}>
            Update
          </NavLink>
          <NavLink to="/superadmin/accounts" pathname={pathname} icon={Users}>
            Accounts
          </NavLink>
          <NavLink to="/superadmin/audit" pathname={pathname} icon={ScrollText}>
            Audit
          </NavLink>
          <NavLink to="/superadmin/mail" pathname={pathname} icon={Mail}>
            Mail
          </NavLink>
          <NavLink to="/superadmin/status" pathname={pathname} icon={Activity}>
            Status
          </NavLink>
          <NavLink to="/admin/support" pathname={pathname} icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
