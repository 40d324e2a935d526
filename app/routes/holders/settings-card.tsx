import { Form } from '#app/routes/owned-form.tsx';
import { Checkbox, RadioGroup } from '#app/ui/form.tsx';
import { SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import { type ConsentName, consentNames } from './consent-names.ts';

type HolderSettingsProps = { consent: ConsentName | null; lookUpMails: boolean; reminders: boolean };

/** What counts for all certificates of a holder. */
export const HolderSettings = ({ consent, lookUpMails, reminders }: HolderSettingsProps) => (
  <SettingsCard
    id="holder-settings"
    title={t('settingsCard.lookUpsOfYourCertificates')}
    className="narrow-page mt-8 grid gap-5"
  >
    <p className="text-muted">{t('settingsCard.somebodyWhoHasTheId')}</p>
    <Form method="post" className="grid gap-4" preventScrollReset>
      <RadioGroup
        label={t('settingsCard.whoMayLookThemUp')}
        name="consent"
        required
        options={Object.entries(consentNames()).map(([value, label]) => ({ value, label }))}
        {...(consent && { defaultValue: consent })}
      />
      <Checkbox
        label={t('settingsCard.mailMeAboutLookUps')}
        name="lookUpMails"
        defaultChecked={lookUpMails}
      />
      <Checkbox label={t('settingsCard.remindMe')} name="reminders" defaultChecked={reminders} />
      <div>
        <SubmitButton name="intent" value="settings" variant="secondary">
          {t('common.save')}
        </SubmitButton>
      </div>
    </Form>
  </SettingsCard>
);
