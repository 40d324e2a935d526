import { CircleCheck, CircleX } from 'lucide-react';
import { data } from 'react-router';
import { verifyEmail } from '#app/accounts/verify-email.server.ts';
import { forwardHeaders } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { statusOf } from '#app/server/failure.server.ts';
import { flashCookie } from '#app/server/flash.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DelayedRedirect } from '../../ui/delayed-redirect.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/verify-email';

export const meta = () =>
  pageMeta('Email verification', 'Verifies the email address of a new Certrace account.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export function loader({ params, url }: Route.LoaderArgs) {
  try {
    const { message } = verifyEmail(params.token);
    const flash = flashCookie({ kind: 'success', message, from: url.pathname });
    return data({ verified: true, message }, { headers: { 'Set-Cookie': flash } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ verified: false, message: error.message }, { status: statusOf(error) });
  }
}

/** The answer stands: asking again while the page waits could only say the same. */
export const shouldRevalidate = () => false;

export default function VerifyEmailPage({ loaderData: { verified, message } }: Route.ComponentProps) {
  const Mark = verified ? CircleCheck : CircleX;
  return (
    <AuthFrame>
      {verified && <DelayedRedirect to="/" delayMs={2_000} />}
      <div className="outcome" data-tone={verified ? 'success' : 'error'}>
        <Mark aria-hidden="true" className="outcome-mark" />
        <div role={verified ? 'status' : 'alert'}>
          <h1 tabIndex={-1}>{message}</h1>
        </div>
        <p className="text-muted">
          {verified
            ? 'You can log in now.'
            : 'The link is not valid, or its 24 hours are over. You can have another one sent.'}
        </p>
        <p className="flex flex-wrap gap-3">
          {verified ? (
            <ButtonLink to="/">Go to Login</ButtonLink>
          ) : (
            <ButtonLink to="/resend-verification">Send a new link</ButtonLink>
          )}
        </p>
      </div>
    </AuthFrame>
  );
}
