import { useMemo } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { PageError, PageNotLoaded } from '#app/routes/layouts/page-error.tsx';
import { useFrame } from '#app/routes/layouts/use-frame.ts';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { PageToast, type ToastMessage } from '#app/ui/toast.tsx';

type ListErrorProps = {
  title: string;
  /** The list's own message, as a toast and on the page; other lists show a general text on the page. */
  text?: string;
};

/** A list whose data did not come. Expected errors (403, 404) keep their own page; anything else can be tried again. */
export function ListError({ title, text }: ListErrorProps) {
  const error = useRouteError();
  const { notice } = useFrame();
  const toast = useMemo<ToastMessage | null>(() => (text ? { kind: 'error', message: text } : null), [text]);
  if (isRouteErrorResponse(error) && error.status < 500 && error.status !== 400) {
    // The notice above the page has said why already.
    if (!notice) return <PageError error={error} />;
    return <ErrorPage status={error.status} message="Your account cannot open this list now." loggedIn />;
  }
  return (
    <>
      <PageToast toast={toast} />
      <PageNotLoaded title={title} text={text ?? 'The list could not be loaded'} />
    </>
  );
}
