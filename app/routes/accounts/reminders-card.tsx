import { Form, useNavigation } from 'react-router';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/field.tsx';

/** An issuer's settings for mails about expiring certificates. */
export function RemindersCard({ reminders }: { reminders: { students: boolean; summary: boolean } }) {
  const pending = useNavigation().formData?.get('intent') === 'reminders';
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Expiry reminders</h2>
      <Form method="post" className="form" preventScrollReset>
        <Checkbox
          label="Remind students 60 and 7 days before a certificate expires"
          name="students"
          defaultChecked={reminders.students}
        />
        <Checkbox
          label="Send me a weekly summary of what expires"
          name="summary"
          defaultChecked={reminders.summary}
        />
        <SubmitButton name="intent" value="reminders" pending={pending}>
          Save Reminders
        </SubmitButton>
      </Form>
    </Card>
  );
}
