import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { requestPasswordReset } from '#app/accounts/request-password-reset.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/forgot-password';
import { EmailForm } from './email-form.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta('Forgot password', 'Get a link by email to choose a new Certrace password.');

const LINK_NOT_SENT = 'Error sending reset link.';

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: { failed: LINK_NOT_SENT, toast: () => LINK_NOT_SENT },
} satisfies RouteNeeds;

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
      lead="We will email you a link to set a new password. It works for one hour."
      button="Send Reset Link"
      answer={actionData}
    >
      <Link to={returnPath('/')}>Back to Login</Link>
      <Link to={returnPath('/register')}>Register</Link>
    </EmailForm>
  );
}
