import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { resendVerification } from '#app/accounts/resend-verification.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/resend-verification';
import { EmailForm } from './email-form.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta('Send the verification again', 'Send the verification mail for your email address again.');

export const handle = { frame: 'auth' };

export const action = formAction(
  form({
    schema: forgotPasswordSchema,
    perform: (input, { actor, url }) =>
      resendVerification(actor, input, parseRedirectTarget(url.searchParams.get('redirectTo'))),
    outcome: stay,
  }),
);

export default function ResendVerificationPage({ actionData }: Route.ComponentProps) {
  const returnPath = useReturnPath();
  return (
    <EmailForm
      title="Verify your email"
      lead="The link in the verification mail works for 24 hours. Request a new one here."
      button="Send Verification Link"
      answer={actionData}
    >
      <Link to={returnPath('/')}>Back to Login</Link>
    </EmailForm>
  );
}
