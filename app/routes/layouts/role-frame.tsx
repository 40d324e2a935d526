import { Outlet } from 'react-router';
import { AccountNotice } from '#app/routes/layouts/account-notice.tsx';
import { PendingPage } from '#app/routes/layouts/pending-page.tsx';
import { SiteFrame } from '#app/routes/layouts/site-frame.tsx';

/** A page in the shell of the viewer's role, below the account's notice. */
export const RoleFrame = () => (
  <SiteFrame>
    <AccountNotice />
    <PendingPage>
      <Outlet />
    </PendingPage>
  </SiteFrame>
);
