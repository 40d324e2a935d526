import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.server.ts';
import { resendVerification } from '#app/accounts/verify-email.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import type { Route } from './+types/resend-verification';
import { EmailForm } from './email-form.tsx';

export const meta = () =>
  pageMeta(t('resendVerification.sendTheVerificationAgain'), t('resendVerification.sendTheVerificationMail'));

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
      title={t('resendVerification.verifyYourEmail')}
      lead={t('resendVerification.theLinkInTheVerificationMail')}
      button={t('resendVerification.sendVerificationLink')}
      answer={actionData}
    >
      <Link to={returnPath('/')}>{t('common.backToLogin')}</Link>
    </EmailForm>
  );
}
