import { useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { resendVerification } from '#app/accounts/resend-verification.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFocusFirstError } from '../../ui/focus.ts';
import { formState } from '../../ui/form-state.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { AuthFrame } from '../../ui/shells/guest-shell.tsx';
import { PageToast } from '../../ui/toast.tsx';
import type { Route } from './+types/resend-verification';

export const meta = () =>
  pageMeta('Send the verification again', 'Have the mail sent again that verifies your email address.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const submitted = await submitForm({
    form: await readForm(request),
    schema: forgotPasswordSchema,
    perform: (input) => resendVerification(context.get(actorContext), input),
  });
  if (!submitted.ok) return submitted.failure;
  return { ok: true as const, toast: { kind: 'success' as const, message: submitted.result.message } };
}

export default function ResendVerificationPage({ actionData }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const submitting = useNavigation().formMethod === 'POST';
  const failure = actionData?.ok === false ? actionData : null;
  const { value, errors } = formState(failure);
  useFocusFirstError(form, failure);
  return (
    <AuthFrame>
      <PageToast toast={actionData?.toast} />
      <h1 tabIndex={-1}>Verify your email</h1>
      <p className="text-muted">
        The link in the verification mail works for 24 hours. Here you can have another one sent.
      </p>
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
          Send Verification Link
        </SubmitButton>
      </Form>
      <p className="auth-switch">
        <Link to="/">Back to Login</Link>
      </p>
    </AuthFrame>
  );
}
