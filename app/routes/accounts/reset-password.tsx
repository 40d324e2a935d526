import { useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { resetPasswordSchema } from '#app/accounts/account.schema.ts';
import { resetPassword } from '#app/accounts/reset-password.server.ts';
import { clientOf } from '#app/routes/accounts/login-form.server.ts';
import { delayedRedirect } from '#app/routes/delayed-redirect.server.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { AuthFrame } from '#app/routes/layouts/shells/guest-shell.tsx';
import { orUnanswered } from '#app/routes/or-unanswered.ts';
import { deviceCookie } from '#app/server/cookies.server.ts';
import { FormAlert } from '../../ui/alert.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { DelayedRedirect } from '../../ui/delayed-redirect.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFocusFirstError } from '../../ui/focus.ts';
import { formState } from '../../ui/form-state.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { PageToast } from '../../ui/toast.tsx';
import type { Route } from './+types/reset-password';

export const meta = () => pageMeta('Reset password', 'Choose a new password for your Certrace account.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const submitted = await submitForm({
    form: await readForm(request),
    schema: resetPasswordSchema,
    secretFields: ['newPassword'],
    unexpectedMessage: 'Something went wrong.',
    perform: (input) => resetPassword(params.token, input, clientOf(request, context)),
  });
  if (!submitted.ok) return submitted.failure;
  const { message, device } = submitted.result;
  const toast = { kind: 'success' as const, message };
  return delayedRedirect({ url, to: '/', delayMs: 2_000, toast, cookies: [deviceCookie(device)] });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orUnanswered(() => serverAction(), { unanswered: 'Error connecting to server.' });

export default function ResetPasswordPage({ actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      {actionData?.ok && <DelayedRedirect to={actionData.redirectTo} delayMs={actionData.delayMs} />}
      <h1 tabIndex={-1}>Reset password</h1>
      <FormAlert errors={errors('newPassword') ? null : failure?.message} />
      <Form ref={form} method="post" className="form">
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. Every session and API token of the account ends."
          required
          errors={errors('newPassword')}
        />
        <SubmitButton block pending={submitting || actionData?.ok}>
          Reset Password
        </SubmitButton>
      </Form>
      <p className="auth-switch flex justify-center gap-6">
        <Link to="/">Back to Login</Link>
        <Link to="/forgot-password">Ask for a new link</Link>
      </p>
    </AuthFrame>
  );
}
