import { Outlet } from 'react-router';
import { AccountNotice } from './account-notice.tsx';
import { PendingPage } from './pending-page.tsx';
import { SiteFrame } from './site-frame.tsx';

/** A page in the shell of the viewer's role, below the account's notice. */
export const RoleFrame = () => (
  <SiteFrame>
    <AccountNotice />
    <PendingPage>
      <Outlet />
    </PendingPage>
  </SiteFrame>
);
