import { useNavigation } from 'react-router';
import type { ReminderSettings } from '#app/certificates/reminder-settings.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { BuyerFields } from '#app/routes/payments/payment-fields.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { Checkbox, TextField } from '#app/ui/form.tsx';
import { Alert, Card, EmailText, rich, SubmitButton } from '#app/ui/page.tsx';
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

type BillingProps = {
  billing: { company: string | null; taxId: string | null };
  answer: Route.ComponentProps['actionData'];
};

/** The company and tax ID that payment pages fill in for receipts. */
export function BillingCard({ billing, answer }: BillingProps) {
  const pending = useNavigation().formData?.get('intent') === 'billing';
  const failure = answer?.intent === 'billing' && answer.ok === false ? answer : null;
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('billingCard.receipts')}</h2>
      <Form method="post" failure={failure} className="form" preventScrollReset>
        <BuyerFields billing={billing} />
        <SubmitButton name="intent" value="billing" pending={pending}>
          {t('billingCard.saveReceiptDetails')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

/** An issuer's settings for mails about expiring certificates. */
export function RemindersCard({ reminders }: { reminders: ReminderSettings }) {
  const pending = useNavigation().formData?.get('intent') === 'reminders';
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('remindersCard.expiryReminders')}</h2>
      <Form method="post" className="form" preventScrollReset>
        <Checkbox
          label={t('remindersCard.remindStudents60And7Days')}
          name="students"
          defaultChecked={reminders.students}
        />
        <Checkbox
          label={t('remindersCard.sendMeAWeeklySummaryOfWhatExpires')}
          name="summary"
          defaultChecked={reminders.summary}
        />
        <TextField
          label={t('remindersCard.replyAddress')}
          hint={t('remindersCard.repliesOfStudentsGoThere')}
          name="replyTo"
          type="email"
          optional
          defaultValue={reminders.replyTo ?? ''}
        />
        <SubmitButton name="intent" value="reminders" pending={pending}>
          {t('remindersCard.saveReminders')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

/** An issuer's choice about the links of holders. */
export function HolderSharingCard({ isAllowed }: { isAllowed: boolean }) {
  const pending = useNavigation().formData?.get('intent') === 'sharing';
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('holderSharingCard.sharingByHolders')}</h2>
      <Form method="post" className="form" preventScrollReset>
        <Checkbox
          label={t('holderSharingCard.holdersMayShare')}
          name="sharing"
          defaultChecked={isAllowed}
          hint={t('holderSharingCard.aHolderCanOpenAPublic')}
        />
        <SubmitButton name="intent" value="sharing" pending={pending}>
          {t('common.saveSharing')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

type HoldProps = { minutes: number; answer: Route.ComponentProps['actionData'] };

/** How long an issuer's new certificates wait. */
export function HoldCard({ minutes, answer }: HoldProps) {
  const { form, pending } = useIntent(answer, 'hold');
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('holdCard.timeToTakeACertificateBack')}</h2>
      <Form {...form} className="form">
        <TextField
          label={t('holdCard.minutesThatNewCertificatesWait')}
          hint={t('holdCard.from0To60WhileItWaits')}
          name="holdMinutes"
          type="number"
          min={0}
          max={60}
          required
          defaultValue={String(minutes)}
        />
        <SubmitButton name="intent" value="hold" pending={pending}>
          {t('holdCard.saveWaitingTime')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
