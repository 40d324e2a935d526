import { Form } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { t } from '#messages';
import { useReturnPath } from './use-return-path.ts';

/** Offers to send the verification mail again, after a correct password. */
export function SendAgain({ email }: { email: string }) {
  const returnPath = useReturnPath();
  return (
    <Alert tone="warning">
      <p>{t('sendAgain.openTheLinkInTheMail', { email })}</p>
      <Form method="post" action={returnPath('/resend-verification')} className="mt-3">
        <input type="hidden" name="email" value={email} />
        <SubmitButton size="small" variant="secondary">
          {t('sendAgain.sendTheMailAgain')}
        </SubmitButton>
      </Form>
    </Alert>
  );
}
