import { data, Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset } from '#app/accounts/request-password-reset.server.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { orUnanswered } from '#app/routes/or-unanswered.ts';
import { actorContext } from '#app/server/context.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/forgot-password';
import { EmailForm } from './email-form.tsx';
import { useReturnPath } from './use-return-path.ts';

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
  const returnPath = useReturnPath();
  return (
    <EmailForm
      title="FORGOT PASSWORD"
      lead="We mail you a link with which you can set a new one. It works for one hour."
      button="Send Reset Link"
      answer={actionData}
    >
      <Link to={returnPath('/')}>Back to Login</Link>
      <Link to={returnPath('/register')}>Register</Link>
    </EmailForm>
  );
}
