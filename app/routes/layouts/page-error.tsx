import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { noAnswer, notLoaded } from '#app/routes/error-texts.ts';
import { NoAnswerError, otherOwnerIn, useFailedLoad } from '#app/routes/failed-requests.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { t } from '#messages';
import { OtherOwnerPage } from './other-owner.tsx';
import { useFrame } from './use-frame.ts';

type PageNotLoadedProps = { title?: string; text?: string };

/** An error with a link that loads a URL again. */
function RetryLoad({ text, to }: { text: string; to: string }) {
  const { pathname, search } = useLocation();
  const isHere = to === pathname + search;
  return (
    <Alert tone="error" title={text}>
      <Link to={to} className="link" preventScrollReset={isHere} replace={isHere}>
        {t('common.tryAgain')}
      </Link>
    </Alert>
  );
}

/** A page whose data did not load, with a link to retry. */
export function PageNotLoaded({ title = notLoaded(), text = noAnswer() }: PageNotLoadedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHeader title={title} />
      <RetryLoad text={text} to={pathname + search} />
    </>
  );
}

/** Reports above a page that it could not be loaded again, as after a search, or that another one could not be opened. */
export function PageNotReloaded() {
  const failure = useFailedLoad();
  const { pathname, search } = useLocation();
  if (failure?.href !== pathname + search) return null;
  return (
    <div className="not-reloaded">
      <RetryLoad text={failure.text} to={failure.to} />
    </div>
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
  const asked = otherOwnerIn(error);
  if (asked) return <OtherOwnerPage asked={asked} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notice = status === 403 ? frame.notice : null;
  const message = [403, 429, 503].includes(status) ? messageOf(error) : undefined;
  return (
    <ErrorPage
      status={status}
      title={notice?.title}
      message={notice?.text ?? message}
      loggedIn={user !== null}
    />
  );
}
