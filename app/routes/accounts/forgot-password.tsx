import { Link } from 'react-router';
import { forgotPasswordSchema } from '#app/accounts/account.schema.server.ts';
import { requestPasswordReset } from '#app/accounts/reset-password.server.ts';
import { form, formAction, stay } from '#app/routes/form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page.tsx';
import { useReturnPath } from '#app/ui/tabs.tsx';
import { t } from '#messages';
import type { Route } from './+types/forgot-password';
import { EmailForm } from './email-form.tsx';

export const meta = () => pageMeta(t('forgotPassword.forgotPassword'), t('forgotPassword.getALinkByEmail'));

const linkNotSent = () => t('forgotPassword.errorSendingResetLink');

export const handle = {
  frame: 'auth',
  cached: 'without query',
  errorText: () => ({ failed: linkNotSent(), toast: linkNotSent }),
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
      title={t('forgotPassword.forgotPassword2')}
      lead={t('forgotPassword.weWillEmailYouALink')}
      button={t('forgotPassword.sendResetLink')}
      answer={actionData}
    >
      <Link to={returnPath('/')}>{t('common.backToLogin')}</Link>
      <Link to={returnPath('/register')}>{t('forgotPassword.register')}</Link>
    </EmailForm>
  );
}
