import { data } from 'react-router';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';

/** Matches every other URL, so that it gets the root middleware and a frame. */
export const loader = () => data(null, { status: 404 });
export const action = loader;

export const meta = () => [
  ...pageMeta('404', t('notFound.thereIsNoPageAtThisAddress')),
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return <ErrorPage status={404} loggedIn={useFrame().user !== null} />;
}
