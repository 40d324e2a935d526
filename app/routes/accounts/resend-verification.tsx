import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.ts';
import { resendVerification } from '#app/accounts/resend-verification.server.ts';
import { forwardHeaders, readForm, submitForm } from '#app/routes/form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/resend-verification';
import { EmailForm } from './email-form.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () =>
  pageMeta('Send the verification again', 'Have the mail sent again that verifies your email address.');

export const handle = { frame: 'auth' };
export const headers = forwardHeaders;

export async function action({ request, url, context }: Route.ActionArgs) {
  const target = parseRedirectTarget(url.searchParams.get('redirectTo'));
  const submitted = await submitForm({
    form: await readForm(request),
    schema: forgotPasswordSchema,
    perform: (input) => resendVerification(context.get(actorContext), input, target),
  });
  if (!submitted.ok) return submitted.failure;
  return { ok: true as const, toast: { kind: 'success' as const, message: submitted.result.message } };
}

export default function ResendVerificationPage({ actionData }: Route.ComponentProps) {
  const returnPath = useReturnPath();
  return (
    <EmailForm
      title="Verify your email"
      lead="The link in the verification mail works for 24 hours. Here you can have another one sent."
      button="Send Verification Link"
      answer={actionData}
    >
      <Link to={returnPath('/')}>Back to Login</Link>
    </EmailForm>
  );
}
