import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { NoAnswerError } from '#app/routes/failed-requests.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { useFrame } from './use-frame.ts';

type PageNotLoadedProps = { title?: string; text?: string };

/** A page whose data did not load, with a link to retry. */
export function PageNotLoaded({
  title = 'This page could not be loaded',
  text = 'The server did not answer.',
}: PageNotLoadedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHeader title={title} />
      <Alert tone="error" title={text}>
        <Link to={pathname + search} className="link" preventScrollReset replace>
          Try again
        </Link>
      </Alert>
    </>
  );
}

/** The message of an error from this site's server. */
function messageOf(error: unknown): string | undefined {
  const body: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

/** Shown in the frame instead of a failed page. Never shows internals. */
export function PageError({ error }: { error: unknown }) {
  const { user, ...frame } = useFrame();
  if (error instanceof NoAnswerError) return <PageNotLoaded />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notice = status === 403 ? frame.notice : null;
  const message = status === 403 || status === 429 ? messageOf(error) : undefined;
  return (
    <ErrorPage
      status={status}
      title={notice?.title}
      message={notice?.text ?? message}
      loggedIn={user !== null}
    />
  );
}
