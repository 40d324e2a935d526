import { Link, redirect, useNavigation } from 'react-router';
import { loggedInTexts } from '#app/accounts/login.server.ts';
import {
  ChallengeEnded,
  findChallenge,
  loginExpired,
  methodsOf,
  TRUST_MS,
} from '#app/accounts/second-factor/challenges.server.ts';
import {
  secondPasskeySchema,
  secondStepFormSchema,
} from '#app/accounts/second-factor/second-factor.schema.ts';
import type { SecondStep } from '#app/accounts/second-factor/second-step.server.ts';
import { secondStep, secondStepWithPasskey } from '#app/accounts/second-factor/second-step.server.ts';
import {
  afterLogin,
  loginClientOf,
  loginCookies,
  redirectAfterLogin,
} from '#app/routes/accounts/login-form.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { PublicForm } from '#app/routes/owned-form.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import {
  challengeToken,
  endedChallengeCookie,
  flashCookie,
  trustedCookie,
} from '#app/server/session/context.server.ts';
import { homeOf, parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { Checkbox, formState, TextField } from '#app/ui/form.tsx';
import { FormAlert, pageMeta, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/second-factor';
import { PasskeyForm } from './passkey-form.tsx';

export const meta = () => pageMeta(t('common.secondFactor'), t('secondFactor.theSecondStepOfALogin'));

export const handle = {
  frame: 'auth',
  errorText: () => ({ failed: t('common.loginFailed') }),
} satisfies RouteNeeds;

const targetOf = (url: URL) => parseRedirectTarget(url.searchParams.get('redirectTo'));

/** The page after the login, which for the form of issuers is another one than their home. */
const homeAfter = ({ form, area }: Pick<SecondStep, 'form' | 'area'>) =>
  form === 'admin' && area === 'admin' ? '/admin/issued-certificates' : homeOf(area);

const startAgain = (url: URL) =>
  redirect(withRedirectTo('/', targetOf(url)), {
    headers: { 'Set-Cookie': flashCookie({ kind: 'error', message: loginExpired() }) },
  });

export function loader({ request, url }: Route.LoaderArgs) {
  const waiting = findChallenge(challengeToken(request));
  if (waiting === null) throw startAgain(url);
  return { methods: methodsOf(waiting.userId) };
}

/** Runs the second step. One that has ended leads back to the login. */
async function takeStep(url: URL, step: () => SecondStep | Promise<SecondStep>) {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ChallengeEnded) throw startAgain(url);
    throw error;
  }
}

function goOn(login: SecondStep, { url, request }: { url: URL; request: Request }) {
  const headers = new Headers();
  for (const cookie of loginCookies(login)) headers.append('Set-Cookie', cookie);
  if (login.trusted) headers.append('Set-Cookie', trustedCookie(login.trusted, TRUST_MS));
  headers.append('Set-Cookie', endedChallengeCookie());
  headers.append('Set-Cookie', flashCookie({ kind: 'success', message: afterLogin(login, loggedInTexts) }));
  return redirectAfterLogin(request, targetOf(url) ?? homeAfter(login), login, headers);
}

const withCode = form({
  schema: secondStepFormSchema,
  secretFields: ['code'],
  perform: ({ code, remember }, { request, url, context }) =>
    takeStep(url, () =>
      secondStep(
        { challenge: challengeToken(request), code },
        loginClientOf(request, context),
        'browser',
        remember === 'on',
      ),
    ),
  outcome: goOn,
});

const withPasskey = form({
  schema: secondPasskeySchema,
  secretFields: ['passkey'],
  perform: ({ passkey, remember }, { request, url, context }) =>
    takeStep(url, () =>
      secondStepWithPasskey(
        challengeToken(request),
        passkey,
        loginClientOf(request, context),
        remember === 'on',
      ),
    ),
  outcome: goOn,
});

/** The page's forms differ in their fields. */
export const action = formAction((submission) =>
  submission.form.has('code') ? withCode(submission) : withPasskey(submission),
);

const rememberTexts = () => <Checkbox label={t('secondFactor.doNotAskAgainInThis')} name="remember" />;

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formData?.has('code') === true;
  const hasApp = loaderData.methods.includes('totp');
  const hasPasskey = loaderData.methods.includes('passkey');
  const { errors } = formState(actionData);
  const [wrong] = errors('code') ?? [];
  const code = (
    <PublicForm failure={actionData} method="post" className="form" noValidate>
      <TextField
        label={t('secondFactor.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={hasApp}
        required
      />
      {rememberTexts()}
      <SubmitButton block pending={pending}>
        {t('common.logIn')}
      </SubmitButton>
    </PublicForm>
  );
  const passkey = hasPasskey && (
    <PasskeyForm
      purpose="second-factor"
      label={t('common.useAPasskey')}
      variant={hasApp ? 'secondary' : 'primary'}
      block
    >
      {rememberTexts()}
    </PasskeyForm>
  );
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>{t('common.secondFactor')}</h1>
      <p className="text-muted">
        {hasApp ? t('secondFactor.enterTheSixDigits') : t('secondFactor.useYourPasskey')}
      </p>
      {actionData && !wrong && <FormAlert errors={actionData.message} />}
      {hasApp ? code : passkey}
      {hasPasskey && <p className="auth-or">{t('common.or')}</p>}
      {hasApp ? passkey : code}
      <p className="auth-switch">
        <Link to="/">{t('secondFactor.logInWithAnotherAccount')}</Link>
      </p>
    </AuthFrame>
  );
}
