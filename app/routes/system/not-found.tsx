import { data } from 'react-router';
import { ErrorPage } from '../../ui/error-page.tsx';

/** Every URL that no other route knows; as a route of its own it gets the root middleware and the guests' frame. */
export const loader = () => data(null, { status: 404 });
export const action = loader;

export default function NotFoundPage() {
  return (
    <>
      <title>404 · Certrace</title>
      <meta name="robots" content="noindex" />
      <ErrorPage status={404} />
    </>
  );
}
