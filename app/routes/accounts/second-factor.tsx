import { Form, Link, redirect, useNavigation } from 'react-router';
import { LOGGED_IN } from '#app/accounts/login.server.ts';
import { findChallenge } from '#app/accounts/second-factor/challenges.server.ts';
import { secondStepFormSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import {
  ChallengeEnded,
  LOGIN_EXPIRED,
  type SecondStep,
  secondStep,
} from '#app/accounts/second-factor/second-step.server.ts';
import { TRUST_MS } from '#app/accounts/second-factor/trusted-devices.server.ts';
import { loginClientOf, loginCookies } from '#app/routes/accounts/login-form.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { challengeToken, endedChallengeCookie, trustedCookie } from '#app/server/session/cookies.server.ts';
import { flashCookie } from '#app/server/session/flash.server.ts';
import { homeOf, parseRedirectTarget, withRedirectTo } from '#app/shared/redirects.ts';
import { FormAlert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/second-factor';

export const meta = () => pageMeta('Second factor', 'The second step of a login.');

export const handle = { frame: 'auth', errorText: { failed: 'Login failed.' } } satisfies RouteNeeds;

const targetOf = (url: URL) => parseRedirectTarget(url.searchParams.get('redirectTo'));

/** The page after the login, which for the form of issuers is another one than their home. */
const homeAfter = ({ form, user }: Pick<SecondStep, 'form' | 'user'>) =>
  form === 'admin' && user.role === 'admin' ? '/admin/issued-certificates' : homeOf(user.role);

const startAgain = (url: URL) =>
  redirect(withRedirectTo('/', targetOf(url)), {
    headers: { 'Set-Cookie': flashCookie({ kind: 'error', message: LOGIN_EXPIRED }) },
  });

export function loader({ request, url }: Route.LoaderArgs) {
  if (findChallenge(challengeToken(request)) === null) throw startAgain(url);
  return null;
}

export const action = formAction(
  form({
    schema: secondStepFormSchema,
    secretFields: ['code'],
    perform({ code, remember }, { request, url, context }) {
      const given = { challenge: challengeToken(request), code };
      try {
        return secondStep(given, loginClientOf(request, context), 'browser', remember === 'on');
      } catch (error) {
        if (error instanceof ChallengeEnded) throw startAgain(url);
        throw error;
      }
    },
    outcome(login, { url }) {
      const headers = new Headers();
      for (const cookie of loginCookies(login)) headers.append('Set-Cookie', cookie);
      if (login.trusted) headers.append('Set-Cookie', trustedCookie(login.trusted, TRUST_MS));
      headers.append('Set-Cookie', endedChallengeCookie());
      headers.append('Set-Cookie', flashCookie({ kind: 'success', message: LOGGED_IN }));
      return redirect(targetOf(url) ?? homeAfter(login), { headers });
    },
  }),
);

export default function SecondFactorPage({ actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST';
  const { errors } = formState(actionData);
  const [wrong] = errors('code') ?? [];
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>Second factor</h1>
      <p className="text-muted">
        Enter the six digits that your authenticator app shows. Without the app, enter one of your recovery
        codes.
      </p>
      {actionData && !wrong && <FormAlert errors={actionData.message} />}
      <Form method="post" className="form" noValidate>
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          required
          errors={errors('code')}
        />
        <Checkbox label="Do not ask again in this browser for 30 days" name="remember" />
        <SubmitButton block pending={pending}>
          Log In
        </SubmitButton>
      </Form>
      <p className="auth-switch">
        <Link to="/">Log in with another account</Link>
      </p>
    </AuthFrame>
  );
}
