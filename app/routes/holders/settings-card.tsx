import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, RadioGroup } from '#app/ui/field.tsx';
import { CONSENT_NAMES, type ConsentName } from './consent-names.ts';

type SettingsCardProps = { consent: ConsentName | null; lookUpMails: boolean };

/** What counts for all certificates of a holder. */
export const SettingsCard = ({ consent, lookUpMails }: SettingsCardProps) => (
  <Card className="narrow-page mt-8 grid gap-5" aria-labelledby="holder-settings">
    <h2 id="holder-settings" className="text-xl">
      Look-ups of your certificates
    </h2>
    <p className="text-muted">
      Somebody who has the ID of a certificate can look it up for a fee. With ‘Ask me’ you allow or decline
      each verifier. With ‘Closed’ nobody can. You can choose otherwise for a single certificate.
    </p>
    <Form method="post" className="grid gap-4" preventScrollReset>
      <RadioGroup
        label="Who may look them up"
        name="consent"
        required
        options={Object.entries(CONSENT_NAMES).map(([value, label]) => ({ value, label }))}
        {...(consent && { defaultValue: consent })}
      />
      <Checkbox
        label="Mail me about look-ups, once a day at most"
        name="lookUpMails"
        defaultChecked={lookUpMails}
      />
      <div>
        <SubmitButton name="intent" value="settings" variant="secondary">
          Save
        </SubmitButton>
      </div>
    </Form>
  </Card>
);
