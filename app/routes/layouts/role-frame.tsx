import type { ReactNode } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { Alert, PageHeader } from '#app/ui/page.tsx';
import { SkeletonCards, SkeletonRows } from '#app/ui/skeleton.tsx';
import { t } from '#messages';
import { SiteFrame } from './site-frame.tsx';
import { useFrame } from './use-frame.tsx';

const loading = () => <p role="status">{t('pendingPage.loadingCertificates')}</p>;
const placeholders = () => <SkeletonRows rows={5} label={t('pendingPage.loadingCertificates')} />;

/** Skeletons of the lists, shown while a client navigation loads them. */
const lists = (): Record<string, [title: string, placeholder: ReactNode, lead?: string]> => ({
  '/explore': [
    t('common.exploreOurCourses'),
    <SkeletonCards key="explore" label={t('common.loadingCourses')} />,
    t('common.browseFilterAndFindYourNextSkill'),
  ],
  '/admin/issued-certificates': [t('common.issuedCertificates'), loading()],
  '/admin/verified-certificates': [t('common.verifiedCertificates'), placeholders()],
  '/superadmin/issued-certificates': [t('common.issuedCertificates'), loading()],
  '/superadmin/verified-certificates': [t('common.verifiedCertificates'), placeholders()],
});

/** The page, or the skeleton of the list that is loading. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const target =
    state === 'loading' && location.pathname !== pathname ? lists()[location.pathname] : undefined;
  if (!target) return children;
  const [title, placeholder, lead] = target;
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {placeholder}
    </>
  );
}

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
function AccountNotice() {
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
