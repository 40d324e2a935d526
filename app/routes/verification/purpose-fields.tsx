import { Select, TextField } from '#app/ui/field.tsx';
import { purposeNames } from '#app/verification/consent/purposes.ts';
import { t } from '#messages';

const fieldOptions = () => [
  { value: '', label: t('purposeFields.notStated') },
  ...Object.entries(purposeNames()).map(([value, label]) => ({ value, label })),
];

type PurposeFieldsProps = { errors: (name: string) => readonly string[] | undefined };

/** Why somebody looks a certificate up. */
export const PurposeFields = ({ errors }: PurposeFieldsProps) => (
  <details open={(errors('purpose') ?? errors('purposeText')) !== undefined}>
    <summary>{t('purposeFields.sayWhyForTheHolder')}</summary>
    <div className="mt-4 grid gap-4">
      <Select
        label={t('purposeFields.purpose')}
        name="purpose"
        optional
        options={fieldOptions()}
        errors={errors('purpose')}
      />
      <TextField
        label={t('purposeFields.moreAboutIt')}
        name="purposeText"
        optional
        maxLength={200}
        errors={errors('purposeText')}
      />
    </div>
  </details>
);
