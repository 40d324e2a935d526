import { useNavigation } from 'react-router';
import type { ReminderSettings } from '#app/certificates/reminder-settings.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { t } from '#messages';

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
