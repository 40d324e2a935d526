import { ButtonLink } from './button.tsx';

const TEXTS: Record<number, { title: string; text: string }> = {
  400: {
    title: 'That request could not be understood',
    text: 'Something in it was missing or malformed. Go back and try again.',
  },
  403: {
    title: 'This page is not open to you',
    text: 'You are logged in, but your account may not see this page or do this.',
  },
  404: { title: '404', text: 'Oops! The page you’re looking for doesn’t exist.' },
  429: {
    title: 'Too many requests',
    text: 'That was a little too fast. Wait a few minutes, then try again.',
  },
  500: {
    title: 'Something went wrong on our side',
    text: 'The error has been recorded. Try again in a moment.',
  },
};

/** Title and text for an HTTP status. Unknown ones have general texts. */
export const errorTexts = (status: number) =>
  TEXTS[status] ?? { title: 'Something went wrong', text: 'Try again in a moment.' };

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
            {loggedIn && <ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>}
            <ButtonLink to="/" variant={loggedIn ? 'secondary' : 'primary'}>
              Go back to Login
            </ButtonLink>
          </>
        ) : status === 403 ? (
          // All accounts may open this page. A pending issuer's dashboard would respond 403 again.
          <ButtonLink to="/services">Go to Services</ButtonLink>
        ) : (
          <ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>
        )}
        {status === 403 && (
          <ButtonLink to="/support" variant="secondary">
            Write to support
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
