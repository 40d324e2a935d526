import { useState } from 'react';
import { Form, Link, useRouteLoaderData } from 'react-router';
import { loginSchema } from '#app/accounts/account.schema.ts';
import { login } from '#app/accounts/login.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { loginAction } from '#app/routes/accounts/login-form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { Alert, FormAlert } from '#app/ui/alert.tsx';
import { ButtonAnchor, ButtonLink } from '#app/ui/button.tsx';
import { DelayedRedirect } from '#app/ui/delayed-redirect.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/login';
import { AccountTabs } from './account-tabs.tsx';
import { LoginButton } from './login-button.tsx';
import { SendAgain } from './send-again.tsx';
import { useLoginForm } from './use-login-form.ts';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta(
    'Login',
    'Log in to Certrace to issue certificates, verify them by their ID, or continue a course.',
  );

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: { failed: 'Login failed.' },
} satisfies RouteNeeds;

export const action = loginAction({
  schema: loginSchema,
  identifierField: 'email',
  secretFields: ['password'],
  logIn: login,
});

export default function LoginPage({ actionData }: Route.ComponentProps) {
  const { failure, success, form, button } = useLoginForm(actionData, 'email');
  const { value, errors } = formState(failure);
  const returnPath = useReturnPath();
  const toCertificate = returnPath('').includes(encodeURIComponent('/verify?id='));
  // In state, because revalidating the root's data removes the flash.
  const [mailedTo] = useState(useRouteLoaderData<typeof rootLoader>('root')?.flash?.mailedTo);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {success && <DelayedRedirect to={success.redirectTo} delayMs={success.delayMs} />}
      <AccountTabs current="login" />
      <h1 tabIndex={-1}>Login</h1>
      {mailedTo && !failure && !success && (
        <Alert tone="success" title="Check your mail">
          We sent a mail to <EmailText>{mailedTo}</EmailText>. Open the link in it, then log in here.
        </Alert>
      )}
      {toCertificate && !failure && !success && (
        <Alert title="One step to the certificate">
          Log in or register to verify it. You then continue with its ID.
        </Alert>
      )}
      <FormAlert errors={failure?.message} />
      {failure?.unverified && <SendAgain email={failure.unverified} />}
      <Form {...form} className="form">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          errors={errors('password')}
        />
        <p className="text-end text-sm">
          <Link to={returnPath('/forgot-password')}>Forgot password?</Link>
        </p>
        <LoginButton {...button}>Login Now</LoginButton>
      </Form>
      <p className="auth-or">or</p>
      <ButtonAnchor href={returnPath('/api/v1/auth/google')} variant="secondary" block>
        Login with Google
      </ButtonAnchor>
      <ButtonLink to={returnPath('/passkey-login')} variant="secondary" block>
        Login with a Passkey
      </ButtonLink>
      <p className="auth-switch">
        <Link to={returnPath('/register')}>Don't have an account yet? Register</Link>
      </p>
    </AuthFrame>
  );
}
