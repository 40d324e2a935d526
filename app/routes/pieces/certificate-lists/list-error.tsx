import { useMemo } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { PageError, PageNotLoaded } from '#app/routes/layouts/page-error.tsx';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, PageHeader } from '#app/ui/page.tsx';
import { PageToast, type ToastMessage } from '#app/ui/toast.tsx';
import { t } from '#messages';

type ListErrorProps = {
  title: string;
  /** The list's own message, for the toast and the page. Other lists show a general message on the page. */
  text?: string;
};

/** The error page of a list. Expected errors (403, 404) have their own pages. Others offer a retry. */
export function ListError({ title, text }: ListErrorProps) {
  const error = useRouteError();
  const { notice } = useFrame();
  const toast = useMemo<ToastMessage | null>(() => (text ? { kind: 'error', message: text } : null), [text]);
  if (isRouteErrorResponse(error) && error.status < 500 && error.status !== 400) {
    if (!notice) return <PageError error={error} />;
    // The notice above the page gives the reason and what to do.
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          title={t('listError.thisListIsNotAvailableYet')}
          action={<ButtonLink to="/services">{t('common.goToServices')}</ButtonLink>}
        >
          {t('listError.itWillBeAvailableOnce')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageToast toast={toast} />
      <PageNotLoaded title={title} text={text ?? t('listError.theListCouldNotBeLoaded')} />
    </>
  );
}

/** Says that a list leaves out certificates that are not as they were signed. */
export const CheckingNotice = ({ isChecking }: { isChecking: boolean }) =>
  isChecking ? (
    <div className="mb-6">
      <Alert tone="info">{t('checkingNotice.someCertificatesAreNotListed')}</Alert>
    </div>
  ) : null;
