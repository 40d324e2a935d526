import { useMemo } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { issuerNotice } from '#app/routes/layouts/account-notice.tsx';
import { useFrame } from '#app/routes/layouts/use-frame.ts';
import { Alert } from '#app/ui/alert.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageToast, type ToastMessage } from '#app/ui/toast.tsx';

type ListFailureProps = {
  title: string;
  /** The specification's toast; the lists without one only say so in the page. */
  toast?: string;
};

/** A list whose data did not come: an expected refusal (403, 404) keeps its own page, anything else can be tried again. */
export function ListFailure({ title, toast }: ListFailureProps) {
  const error = useRouteError();
  const { user } = useFrame();
  const notice = issuerNotice(user);
  const { pathname } = useLocation();
  const toastMessage = useMemo<ToastMessage | null>(
    () => (toast ? { kind: 'error', message: toast } : null),
    [toast],
  );
  if (isRouteErrorResponse(error) && error.status < 500 && error.status !== 400) {
    // The notice above the page has said why already.
    const message = notice ? 'Your account cannot open this list now.' : messageOf(error.data);
    return <ErrorPage status={error.status} message={message} loggedIn={user !== null} />;
  }
  return (
    <>
      <PageHeader title={title} />
      <PageToast toast={toastMessage} />
      <Alert tone="error" title="The list could not be loaded">
        {/* A whole page load: whatever failed before is tried anew. */}
        <a href={pathname} className="link">
          Try again
        </a>
      </Alert>
    </>
  );
}

const messageOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : undefined;
