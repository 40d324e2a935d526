import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset } from '#app/accounts/request-password-reset.server.ts';
import { form, formAction, forwardHeaders, stay } from '#app/routes/form.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/forgot-password';
import { EmailForm } from './email-form.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta('Forgot password', 'Have a link sent to your email address to choose a new Certrace password.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export const action = formAction(
  form({
    schema: forgotPasswordSchema,
    perform: (input, { actor }) => requestPasswordReset(actor, input),
    outcome: stay,
  }),
);

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
