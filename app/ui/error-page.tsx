import { Component, type ReactNode } from 'react';
import { t } from '#messages';
import { ButtonLink } from './page.tsx';

const texts = (): Record<number, { title: string; text: string }> => ({
  400: {
    title: t('errorPage.thatRequestCouldNotBeUnderstood'),
    text: t('errorPage.somethingInItWasMissingOrMalformed'),
  },
  403: {
    title: t('errorPage.thisPageIsNotOpenToYou'),
    text: t('errorPage.youAreLoggedIn'),
  },
  404: { title: '404', text: t('errorPage.oopsThePageYoureLookingForDoesntExist') },
  429: {
    title: t('common.tooManyRequests'),
    text: t('errorPage.thatWasALittleTooFast'),
  },
  500: {
    title: t('errorPage.somethingWentWrongOnOurSide'),
    text: t('errorPage.theErrorHasBeenRecorded'),
  },
});

/** Title and text for an HTTP status. Unknown ones have general texts. */
export const errorTexts = (status: number) =>
  texts()[status] ?? { title: t('errorPage.somethingWentWrong'), text: t('errorPage.tryAgainInAMoment') };

type ErrorPageProps = {
  status: number;
  /** Replaces the status's title. */
  title?: string | undefined;
  /** Message of the server, which replaces the text. */
  message?: string | undefined;
  loggedIn?: boolean;
};

export function ErrorPage({ status, message, loggedIn, ...replaced }: ErrorPageProps) {
  const { title, text } = errorTexts(status);
  const isMissing = status === 404;
  return (
    <div className="error-page">
      <span className="guilloche" aria-hidden="true" />
      {!isMissing && (
        <p className="error-code" aria-hidden="true">
          {status}
        </p>
      )}
      <h1 tabIndex={-1} className={isMissing ? 'error-code' : undefined}>
        {replaced.title ?? title}
      </h1>
      <p className="text-lg text-muted">{message || text}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {isMissing ? (
          <>
            {loggedIn && <ButtonLink to="/dashboard">{t('errorPage.goToYourDashboard')}</ButtonLink>}
            <ButtonLink to="/" variant={loggedIn ? 'secondary' : 'primary'}>
              {t('errorPage.goBackToLogin')}
            </ButtonLink>
          </>
        ) : status === 403 ? (
          // All accounts may open this page. A pending issuer's dashboard would respond 403 again.
          <ButtonLink to="/services">{t('common.goToServices')}</ButtonLink>
        ) : (
          <ButtonLink to="/dashboard">{t('errorPage.goToYourDashboard')}</ButtonLink>
        )}
        {status === 403 && (
          <ButtonLink to="/support" variant="secondary">
            {t('common.writeToSupport')}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

type RenderBoundaryProps = { fallback: ReactNode; children: ReactNode };

/**
 * Renders the fallback when its children throw, until its `key` changes. For what surrounds a page, where no route's error boundary
 * can catch: React Router's own one would show the stack.
 */
export class RenderBoundary extends Component<RenderBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
