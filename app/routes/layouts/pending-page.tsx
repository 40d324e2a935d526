import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PageHeader } from '#app/ui/page-header.tsx';
import { SkeletonCards, SkeletonRows } from '#app/ui/skeleton.tsx';

const LOADING = <p role="status">Loading certificates...</p>;
const PLACEHOLDERS = <SkeletonRows rows={5} label="Loading certificates..." />;

/** Skeletons of the lists, shown while a client navigation loads them. */
const LISTS: Record<string, [title: string, placeholder: ReactNode, lead?: string]> = {
  '/explore': [
    'Explore Our Courses',
    <SkeletonCards key="explore" label="Loading courses..." />,
    'Browse, filter, and find your next skill!',
  ],
  '/admin/issued-certificates': ['Issued Certificates', LOADING],
  '/admin/verified-certificates': ['Verified Certificates', PLACEHOLDERS],
  '/superadmin/issued-certificates': ['Issued Certificates', LOADING],
  '/superadmin/verified-certificates': ['Verified Certificates', PLACEHOLDERS],
};

/** The page, or the skeleton of the list that is loading. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const target = state === 'loading' && location.pathname !== pathname ? LISTS[location.pathname] : undefined;
  if (!target) return children;
  const [title, placeholder, lead] = target;
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {placeholder}
    </>
  );
}
