import { Link, Outlet } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { t } from '#messages';
import { PendingPage } from './pending-page.tsx';
import { SiteFrame } from './site-frame.tsx';
import { useFrame } from './use-frame.ts';

/** A page in the shell of the viewer's role, below the account's notice. */
export const RoleFrame = () => (
  <SiteFrame>
    <AccountNotice />
    <PendingPage>
      <Outlet />
    </PendingPage>
  </SiteFrame>
);

/** A notice for pending and suspended issuers, on every page. */
export function AccountNotice() {
  const { notice } = useFrame();
  if (!notice) return null;
  return (
    <div className="mb-6">
      <Alert tone="warning" title={notice.title}>
        <p>{notice.text}</p>
        <p className="mt-1">
          <Link to="/support" className="link">
            {t('common.writeToSupport')}
          </Link>
        </p>
      </Alert>
    </div>
  );
}
