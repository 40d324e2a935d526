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
import { AppFrame, CATALOGUE, NavGroup, NavLinks, type ShellProps } from './app-frame.tsx';

/** The frame of verifiers and learners. */
export function VerifierShell(props: ShellProps) {
  const { pathname, user } = props;
  return (
    <AppFrame
      {...props}
      home="/services"
      navigation={
        <>
          <NavLinks
            pathname={pathname}
            links={[
              ['/courses', t('common.courses'), BookOpen, CATALOGUE],
              ['/my-learning', t('common.myLearning'), MonitorPlay],
            ]}
          />
          <NavGroup
            label={t('common.certificates')}
            icon={Award}
            open={/^\/(?:services|verify|check|my-certificates)/.test(pathname)}
          >
            <NavLinks
              pathname={pathname}
              links={[
                ['/my-certificates', t('common.myCertificates')],
                ['/check', t('common.check')],
                ['/verify', t('common.verify')],
              ]}
            />
          </NavGroup>
          <NavLinks
            pathname={pathname}
            links={[
              ['/services', t('common.services'), LayoutGrid],
              ...(user.role === 'corporate'
                ? [
                    ['/colleges', t('common.colleges'), School] as const,
                    ['/students', t('common.students'), GraduationCap] as const,
                  ]
                : []),
              ['/payments', t('common.payments'), ReceiptText],
              ['/support', t('common.support'), LifeBuoy],
            ]}
          />
        </>
      }
    />
  );
}
