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
            Courses
          </NavLink>
          <NavLink to="/my-learning" pathname={pathname} icon={MonitorPlay}>
            My learning
          </NavLink>
          <NavGroup
            label="Certificates"
            icon={Award}
            open={/^\/(?:services|verify|check|my-certificates)/.test(pathname)}
          >
            <NavLink to="/my-certificates" pathname={pathname}>
              My certificates
            </NavLink>
            <NavLink to="/check" pathname={pathname}>
              Check
            </NavLink>
            <NavLink to="/verify" pathname={pathname}>
              Verify
            </NavLink>
          </NavGroup>
          <NavLink to="/services" pathname={pathname} icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/colleges" pathname={pathname} icon={School}>
            Colleges
          </NavLink>
          <NavLink to="/students" pathname={pathname} icon={GraduationCap}>
            Students
          </NavLink>
          <NavLink to="/payments" pathname={pathname} icon={ReceiptText}>
            Payments
          </NavLink>
          <NavLink to="/support" pathname={pathname} icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
