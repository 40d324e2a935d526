import {
  Award,
  BookOpen,
  GraduationCap,
  LayoutGrid,
  LifeBuoy,
  MonitorPlay,
  ReceiptText,
  School,
} from 'lucide';
import { t } from '#messages';
import { AppFrame, CATALOGUE, NavGroup, NavLink } from './app-frame.tsx';
import type { ShellProps } from './types.ts';

/** The frame of verifiers and learners. */
export function VerifierShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/services"
      navigation={
        <>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} icon={BookOpen}>
            {t('verifierShell.courses')}
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            {t('verifierShell.myLearning')}
          </NavLink>
          <NavGroup
            label={t('verifierShell.certificates')}
            icon={Award}
            open={/^\/(?:services|verify|check|my-certificates)/.test(pathname)}
          >
            <NavLink to="/my-certificates" pathname={pathname}>
              {t('verifierShell.myCertificates')}
            </NavLink>
            <NavLink to="/check" pathname={pathname}>
              {t('verifierShell.check')}
            </NavLink>
            <NavLink to="/verify" pathname={pathname}>
              {t('verifierShell.verify')}
            </NavLink>
          </NavGroup>
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            {t('verifierShell.services')}
          </NavLink>
          <NavLink to="/colleges" pathname={pathname} icon={School}>
            {t('verifierShell.colleges')}
          </NavLink>
          <NavLink to="/students" pathname={pathname} icon={GraduationCap}>
            {t('verifierShell.students')}
          </NavLink>
          <NavLink to="/payments" pathname={pathname} icon={ReceiptText}>
            {t('verifierShell.payments')}
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            {t('verifierShell.support')}
          </NavLink>
        </>
      }
    />
  );
}
