import { Form } from 'react-router';
import { superAdminLoginSchema } from '#app/accounts/account.schema.ts';
import { superAdminLogin } from '#app/accounts/login.server.ts';
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
import type { Route } from './+types/superadmin-login';
import { LoginButton } from './login-button.tsx';
import { useLoginForm } from './use-login-form.ts';

export const meta = () =>
  pageMeta('Super Admin Login', 'The way in for the super admins of this Certrace site.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitLogin({
    request,
    url,
    context,
    schema: superAdminLoginSchema,
    identifierField: 'userId',
    secretFields: ['password1', 'password2'],
    home: homeOf('superadmin'),
    logIn: superAdminLogin,
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orUnanswered(() => serverAction(), {
    unanswered: 'Login failed.',
    invalid: 'Invalid response from server',
  });

export default function SuperAdminLoginPage({ actionData }: Route.ComponentProps) {
  const { failure, success, form, button } = useLoginForm(actionData, 'userId');
  const { value, errors } = formState(failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {success && <DelayedRedirect to={success.redirectTo} delayMs={1_000} />}
      <h1 tabIndex={-1}>Super Admin Login</h1>
      <Form {...form} className="form">
        <TextField
          label="Super Admin ID"
          name="userId"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value('userId')}
          errors={errors('userId')}
        />
        <TextField
          label="Password 1"
          name="password1"
          type="password"
          autoComplete="off"
          errors={errors('password1')}
        />
        <TextField
          label="Password 2"
          name="password2"
          type="password"
          autoComplete="off"
          errors={errors('password2')}
        />
        <LoginButton {...button}>Login</LoginButton>
      </Form>
    </AuthFrame>
  );
}
