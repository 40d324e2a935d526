import { useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset } from '#app/accounts/request-password-reset.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { orUnanswered } from '#app/routes/or-unanswered.ts';
import { FormAlert } from '../../ui/alert.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFocusFirstError } from '../../ui/focus.ts';
import { formState } from '../../ui/form-state.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { AuthFrame } from '../../ui/shells/guest-shell.tsx';
import { PageToast } from '../../ui/toast.tsx';
import type { Route } from './+types/forgot-password';

export const meta = () =>
  pageMeta('Forgot password', 'Have a link sent to your email address to choose a new Certrace password.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const submitted = await submitForm({
    form: await readForm(request),
    schema: forgotPasswordSchema,
    unexpectedMessage: 'Error sending reset link.',
    perform: (input) => requestPasswordReset(context.get(actorContext), input),
  });
  if (submitted.ok) {
    return { ok: true as const, toast: { kind: 'success' as const, message: submitted.result.message } };
  }
  const { data: failure, init } = submitted.failure;
  // The toast has one text for every failure; what exactly is wrong stands in the form.
  const toast = { kind: 'error' as const, message: 'Error sending reset link.' };
  return data({ ...failure, toast }, init ?? {});
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orUnanswered(() => serverAction(), { unanswered: 'Error sending reset link.' });

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>FORGOT PASSWORD</h1>
      <p className="text-muted">
        We mail you a link with which you can set a new one. It works for one hour.
      </p>
      <FormAlert errors={errors('email') ? null : failure?.message} />
      {/* A new key clears the field once the link is on its way. */}
      <Form ref={form} method="post" className="form" key={actionData?.ok ? 'sent' : 'open'}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <SubmitButton block pending={submitting}>
          Send Reset Link
        </SubmitButton>
      </Form>
      <p className="auth-switch flex justify-center gap-6">
        <Link to="/">Back to Login</Link>
        <Link to="/register">Register</Link>
      </p>
    </AuthFrame>
  );
}
