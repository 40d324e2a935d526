import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { t } from '#messages';

/** An issuer's settings for mails about expiring certificates. */
export function RemindersCard({ reminders }: { reminders: { students: boolean; summary: boolean } }) {
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
        <SubmitButton name="intent" value="reminders" pending={pending}>
          {t('remindersCard.saveReminders')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
