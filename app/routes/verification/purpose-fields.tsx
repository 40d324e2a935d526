import { Select, TextField } from '#app/ui/field.tsx';
import { useFormState } from '#app/ui/form-state.ts';
import { purposeNames } from '#app/verification/consent/purposes.ts';
import { t } from '#messages';

const fieldOptions = () => [
  { value: '', label: t('purposeFields.notStated') },
  ...Object.entries(purposeNames()).map(([value, label]) => ({ value, label })),
];

/** Why somebody looks a certificate up. */
export function PurposeFields() {
  const { errors } = useFormState();
  return (
    <details open={(errors('purpose') ?? errors('purposeText')) !== undefined}>
      <summary>{t('purposeFields.sayWhyForTheHolder')}</summary>
      <div className="mt-4 grid gap-4">
        <Select label={t('common.purpose')} name="purpose" optional options={fieldOptions()} />
        <TextField label={t('purposeFields.moreAboutIt')} name="purposeText" optional maxLength={200} />
      </div>
    </details>
  );
}
