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
import { AppFrame, CATALOGUE, NavGroup, NavLink, type ShellProps } from './app-frame.tsx';

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
            {t('common.courses')}
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            {t('common.myLearning')}
          </NavLink>
          <NavGroup
            label={t('common.certificates')}
            icon={Award}
            open={/^\/(?:services|verify|check|my-certificates)/.test(pathname)}
          >
            <NavLink to="/my-certificates" pathname={pathname}>
              {t('common.myCertificates')}
            </NavLink>
            <NavLink to="/check" pathname={pathname}>
              {t('common.check')}
            </NavLink>
            <NavLink to="/verify" pathname={pathname}>
              {t('common.verify')}
            </NavLink>
          </NavGroup>
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            {t('common.services')}
          </NavLink>
          <NavLink to="/colleges" pathname={pathname} icon={School}>
            {t('common.colleges')}
          </NavLink>
          <NavLink to="/students" pathname={pathname} icon={GraduationCap}>
            {t('common.students')}
          </NavLink>
          <NavLink to="/payments" pathname={pathname} icon={ReceiptText}>
            {t('common.payments')}
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            {t('common.support')}
          </NavLink>
        </>
      }
    />
  );
}
