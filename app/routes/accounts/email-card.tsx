import { Form } from '#app/routes/owned-form.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';
import { ProofField } from './proof-field.tsx';
import { useIntent } from './settings-cards.tsx';

type Data = Route.ComponentProps['loaderData'];

type EmailCardProps = {
  email: string;
  /** The address whose link was not opened yet. */
  requested: string | null;
  proof: Data['proof'];
  answer: Route.ComponentProps['actionData'];
};

export function EmailCard({ email, requested, proof, answer }: EmailCardProps) {
  const { form, mine, pending, value, errors } = useIntent(answer, 'email');
  return (
    <Card className="grid gap-5" aria-labelledby="change-email">
      <h2 id="change-email" className="text-xl">
        {t('emailCard.email')}
      </h2>
      {requested && (
        <Alert title={t('emailCard.waitingForTheNewAddress')}>
          {rich('emailCard.openTheLinkThatWeSent', {
            requested: <EmailText>{requested}</EmailText>,
            email: <EmailText>{email}</EmailText>,
          })}
        </Alert>
      )}
      <Form ref={form} method="post" className="form" key={mine?.ok ? 'requested' : 'open'}>
        <TextField
          label={t('emailCard.newEmail')}
          name="email"
          type="email"
          autoComplete="email"
          hint={t('emailCard.weSendALink')}
          defaultValue={value('email')}
          errors={errors('email')}
        />
        <ProofField proof={proof} label={t('emailCard.passwordForTheNewEmail')} errors={errors('password')} />
        <SubmitButton name="intent" value="email" pending={pending}>
          {t('emailCard.changeEmail')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
