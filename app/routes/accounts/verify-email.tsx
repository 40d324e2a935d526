import { data } from 'react-router';
import { requireVerificationLink, verifyEmail } from '#app/accounts/verify-email.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { delayedRedirect } from '#app/routes/redirects.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { t } from '#messages';
import type { Route } from './+types/verify-email';
import { ConfirmEmail, DeadLink, Unanswered, Verified } from './verify-email-states.tsx';

export const meta = () =>
  pageMeta(t('verifyEmail.emailVerification'), t('verifyEmail.verifiesTheEmailAddress'));

export const handle = {
  frame: 'auth',
  secret: true,
  errorText: () => ({ failed: t('verifyEmail.verificationFailed') }),
} satisfies RouteNeeds;

const deadLink = (error: unknown) => {
  const known = toErrorParts(error);
  if (!known) throw error;
  return data({ ok: false as const, dead: true, message: known.message }, { status: known.status });
};

/** Only checks the link, because mail scanners open links too. */
export function loader({ params }: Route.LoaderArgs) {
  try {
    requireVerificationLink(params.token);
    return null;
  } catch (error) {
    return deadLink(error);
  }
}

export function action({ params, url }: Route.ActionArgs) {
  try {
    const { message } = verifyEmail(params.token);
    const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
    const toast = { kind: 'success' as const, message };
    return delayedRedirect({ url, to: withRedirectTo('/', target), delayMs: 2_000, toast });
  } catch (error) {
    return deadLink(error);
  }
}

/** The result never changes, so it need not be revalidated. */
export const shouldRevalidate = () => false;

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData;
  return <AuthFrame>{stateOf(answer)}</AuthFrame>;
}

type Answer =
  | Route.ComponentProps['actionData']
  | Route.ComponentProps['loaderData']
  // Made in the browser when no response arrived.
  | { ok: false; message: string };

function stateOf(answer: Answer) {
  if (!answer) return <ConfirmEmail />;
  if (answer.ok) return <Verified {...answer} message={answer.toast.message} />;
  return 'dead' in answer ? <DeadLink message={answer.message} /> : <Unanswered message={answer.message} />;
}
