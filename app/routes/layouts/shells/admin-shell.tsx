import { Award, BookOpen, LayoutDashboard } from 'lucide-react';
import { AppFrame, CATALOGUE, NavGroup, NavLink } from '#app/routes/layouts/shells/app-frame.tsx';
import type { ShellProps } from '#app/routes/layouts/shells/types.ts';

const AUTHORING = ['/admin/create-course', '/admin/course-videos'] as const;

const CERTIFICATES = [
  ['/admin/issue-certificate', 'Issue'],
  ['/admin/issued-certificates', 'Issued'],
  ['/admin/verified-certificates', 'Verified'],
] as const;

/** The frame of issuers. */
export function AdminShell(props: ShellProps) {
  const { pathname } = props;
  return (
    <AppFrame
      {...props}
      home="/admin/issued-certificates"
      navigation={
        <>
          <NavLink to="/admin/courses" pathname={pathname} covers={AUTHORING} Icon={LayoutDashboard}>
            Dashboard
          </NavLink>
          <NavLink to="/courses" pathname={pathname} covers={CATALOGUE} Icon={BookOpen}>
            Courses
          </NavLink>
          <NavGroup
            label="Certificates"
            Icon={Award}
            open={CERTIFICATES.some(([to]) => pathname.startsWith(to))}
          >
            {CERTIFICATES.map(([to, text]) => (
              <NavLink key={to} to={to} pathname={pathname}>
                {text}
              </NavLink>
            ))}
          </NavGroup>
        </>
      }
    />
  );
}
