import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PageHeader } from '#app/ui/page-header.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';

const LOADING = <p role="status">Loading certificates...</p>;
const PLACEHOLDERS = <SkeletonRows rows={5} label="Loading certificates..." />;

/** What stands in for a list while a client navigation fetches it (CONTRACT D19). */
const LISTS: Record<string, [title: string, placeholder: ReactNode]> = {
  '/admin/issued-certificates': ['Issued Certificates', LOADING],
  '/admin/verified-certificates': ['Verified Certificates', PLACEHOLDERS],
  '/superadmin/issued-certificates': ['Issued Certificates', LOADING],
  '/superadmin/verified-certificates': ['Verified Certificates', PLACEHOLDERS],
};

/** The page, or the placeholder of the list that is on its way to its place. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const target = state === 'loading' && location.pathname !== pathname ? LISTS[location.pathname] : undefined;
  if (!target) return children;
  const [title, placeholder] = target;
  return (
    <>
      <PageHeader title={title} />
      {placeholder}
    </>
  );
}
