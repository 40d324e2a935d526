import { data } from 'react-router';
import { z } from 'zod';
import {
  asksForPassword,
  confirmHere,
  confirmWithPassword,
  registerInstead,
  registerInsteadSchema,
  registrationPasswordSchema,
} from '#app/accounts/confirm-registration.server.ts';
import { VerificationFailed } from '#app/accounts/verify-email.server.ts';
import { delayedRedirect, form, formAction, type Submission } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext, registeredToken, requestContext } from '#app/server/session/context.server.ts';
import { parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/verify-email';
import { ConfirmEmail, DeadLink, ProveRegistration, Unanswered, Verified } from './verify-email-states.tsx';

export const meta = () =>
  pageMeta(t('verifyEmail.emailVerification'), t('verifyEmail.verifiesTheEmailAddress'));

export const handle = {
  frame: 'auth',
  tokenInUrl: true,
  errorText: () => ({ failed: t('verifyEmail.verificationFailed') }),
} satisfies RouteNeeds;

/** Only checks the link, because mail scanners open links too. */
export function loader({ request, params }: Route.LoaderArgs) {
  try {
    return { dead: null, asksForPassword: asksForPassword(params.token, registeredToken(request)) };
  } catch (error) {
    if (!(error instanceof VerificationFailed)) throw error;
    return data({ dead: error.message, asksForPassword: false }, { status: 400 });
  }
}

function goToLogin({ message }: { message: string }, { url }: Submission) {
  const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
  const toast = { kind: 'success' as const, message };
  return delayedRedirect({ url, to: withRedirectTo('/', target), delayMs: 2_000, toast });
}

const tokenOf = ({ params }: Submission) => params.token ?? '';

const details = (error: unknown) => ({ isDead: error instanceof VerificationFailed });

const here = form({
  schema: z.object({}),
  perform: (_, submission) => confirmHere(tokenOf(submission), registeredToken(submission.request)),
  outcome: goToLogin,
  details,
});

const withPassword = form({
  schema: registrationPasswordSchema,
  secretFields: ['password'],
  perform: (input, submission) =>
    confirmWithPassword(tokenOf(submission), input, submission.context.get(requestContext).address),
  outcome: goToLogin,
  details,
});

const instead = form({
  schema: registerInsteadSchema,
  secretFields: ['password'],
  perform: (input, submission) => registerInstead(submission.actor, tokenOf(submission), input),
  outcome: goToLogin,
  details,
});

const byFields = formAction(async (submission) => {
  if (submission.form.has('name')) return instead({ ...submission, intent: 'instead' });
  return submission.form.has('password') ? withPassword(submission) : here(submission);
});

/** The page's forms differ in their fields. A script may post without any. */
export const action = (args: Route.ActionArgs) =>
  args.request.headers.has('Content-Type')
    ? byFields(args)
    : here({ ...args, actor: args.context.get(actorContext), form: new FormData(), intent: null });

/** The result never changes, so it need not be revalidated. */
export const shouldRevalidate = () => false;

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AuthFrame>{stateOf(loaderData, actionData)}</AuthFrame>;
}

function stateOf(
  { dead, asksForPassword }: Route.ComponentProps['loaderData'],
  answer: Route.ComponentProps['actionData'],
) {
  if (answer?.ok) return <Verified {...answer} message={answer.toast.message} />;
  if (dead !== null) return <DeadLink message={dead} />;
  // One that was made in the browser has no details, because no response arrived.
  if (answer && 'isDead' in answer && answer.isDead) return <DeadLink message={answer.message} />;
  if (asksForPassword) return <ProveRegistration answer={answer} />;
  return answer ? <Unanswered message={answer.message} /> : <ConfirmEmail />;
}
