import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { Alert } from '#app/ui/alert.tsx';
import { EmailText } from '#app/ui/breakable.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { rich } from '#app/ui/rich-text.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';
import { ProofField } from './proof-field.tsx';

type Data = Route.ComponentProps['loaderData'];

type EmailCardProps = {
  email: string;
  /** The address whose link was not opened yet. */
  requested: string | null;
  proof: Data['proof'];
  answer: Route.ComponentProps['actionData'];
};

export function EmailCard({ email, requested, proof, answer }: EmailCardProps) {
  const { form, mine, pending } = useIntent(answer, 'email');
  return (
    <SettingsCard id="change-email" title={t('common.email')}>
      {requested && (
        <Alert title={t('emailCard.waitingForTheNewAddress')}>
          {rich('emailCard.openTheLinkThatWeSent', {
            requested: <EmailText>{requested}</EmailText>,
            email: <EmailText>{email}</EmailText>,
          })}
        </Alert>
      )}
      <Form {...form} className="form" key={mine?.ok ? 'requested' : 'open'}>
        <TextField
          label={t('common.newEmail')}
          name="email"
          type="email"
          autoComplete="email"
          hint={t('emailCard.weSendALink')}
        />
        <ProofField proof={proof} label={t('emailCard.passwordForTheNewEmail')} />
        <SubmitButton name="intent" value="email" pending={pending}>
          {t('common.changeEmail')}
        </SubmitButton>
      </Form>
    </SettingsCard>
  );
}
