import { Award, BookOpen, GraduationCap, LayoutGrid, LifeBuoy, ReceiptText, School } from 'lucide-react';
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
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} Icon={BookOpen}>
            Courses
          </NavLink>
          <NavGroup
            label="Certificates"
            Icon={Award}
            open={pathname.startsWith('/services') || pathname.startsWith('/verify')}
          >
            <NavLink to="/verify" pathname={pathname}>
              Verify
            </NavLink>
          </NavGroup>
          <NavLink to="/services" pathname={pathname} Icon={LayoutGrid}>
            Services
          </NavLink>
          <NavLink to="/colleges" pathname={pathname} Icon={School}>
            Colleges
          </NavLink>
          <NavLink to="/students" pathname={pathname} Icon={GraduationCap}>
            Students
          </NavLink>
          <NavLink to="/payments" pathname={pathname} Icon={ReceiptText}>
            Payments
          </NavLink>
          <NavLink to="/support" pathname={pathname} Icon={LifeBuoy}>
            Support
          </NavLink>
        </>
      }
    />
  );
}
