import { Form, Link } from 'react-router';
import { adminLoginSchema } from '#app/accounts/account.schema.ts';
import { adminLogin } from '#app/accounts/login.server.ts';
import { submitLogin } from '#app/routes/accounts/login-form.server.ts';
import { forwardHeaders } from '#app/routes/form.server.ts';
import { orUnanswered } from '#app/routes/or-unanswered.ts';
import { homeOf } from '#app/shared/redirects.ts';
import { DelayedRedirect } from '../../ui/delayed-redirect.tsx';
import { TextField } from '../../ui/field.tsx';
import { formState } from '../../ui/form-state.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { AuthFrame } from '../../ui/shells/guest-shell.tsx';
import { PageToast } from '../../ui/toast.tsx';
import type { Route } from './+types/admin-login';
import { LoginButton } from './login-button.tsx';
import { SendAgain } from './send-again.tsx';
import { useLoginForm } from './use-login-form.ts';

export const meta = () =>
  pageMeta('Admin Login', 'The way in for institutions that issue certificates with Certrace.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitLogin({
    request,
    url,
    context,
    schema: adminLoginSchema,
    identifierField: 'username',
    secretFields: ['password'],
    home: homeOf('admin'),
    logIn: adminLogin,
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orUnanswered(() => serverAction(), {
    unanswered: 'Login failed.',
    invalid: 'Invalid response from server',
  });

export default function AdminLoginPage({ actionData }: Route.ComponentProps) {
  const { failure, success, form, button } = useLoginForm(actionData, 'username');
  const { value, errors } = formState(failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {success && <DelayedRedirect to={success.redirectTo} delayMs={1_000} />}
      <h1 tabIndex={-1}>Admin Login</h1>
      {failure?.unverified && <SendAgain email={failure.unverified} />}
      <Form {...form} className="form">
        <TextField
          label="Username"
          name="username"
          hint="Your username or your email address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value('username')}
          errors={errors('username')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          errors={errors('password')}
        />
        <LoginButton {...button}>Login</LoginButton>
      </Form>
      <p className="auth-switch">
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </AuthFrame>
  );
}
