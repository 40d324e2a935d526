import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PageHeader } from '#app/ui/page-header.tsx';
import { SkeletonCards, SkeletonRows } from '#app/ui/skeleton.tsx';
import { t } from '#messages';

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
