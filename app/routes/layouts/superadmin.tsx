import { Outlet } from 'react-router';
import { describeLogState, logState } from '#app/log/log-state.server.ts';
import { requireSuperAdminArea } from '#app/server/session/guards.server.ts';
import { Alert } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/superadmin';
import { PendingPage } from './role-frame.tsx';
import { SiteFrame } from './site-frame.tsx';

export const middleware = [requireSuperAdminArea];

/** A guarded layout needs a loader. Without one, a client navigation would skip its middleware. */
export const loader = () => ({ problem: describeLogState(logState()) });

/** Pages of super admins, below a notice if issuing is stopped. */
export default function SuperAdminLayout({ loaderData: { problem } }: Route.ComponentProps) {
  return (
    <SiteFrame>
      {problem && <LogNotice problem={problem} />}
      <PendingPage>
        <Outlet />
      </PendingPage>
    </SiteFrame>
  );
}

/** @param problem text with commands in backticks */
const LogNotice = ({ problem }: { problem: string }) => (
  <div className="mb-6">
    <Alert tone="error" title={t('common.issuingIsStopped')}>
      <p>
        {problem.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part))}
      </p>
    </Alert>
  </div>
);
