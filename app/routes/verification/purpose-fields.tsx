import { Select, TextField } from '#app/ui/field.tsx';
import { PURPOSE_NAMES } from '#app/verification/consent/purposes.ts';

const OPTIONS = [
  { value: '', label: 'Not stated' },
  ...Object.entries(PURPOSE_NAMES).map(([value, label]) => ({ value, label })),
];

type PurposeFieldsProps = { errors: (name: string) => readonly string[] | undefined };

/** Why somebody looks a certificate up. */
export const PurposeFields = ({ errors }: PurposeFieldsProps) => (
  <details open={(errors('purpose') ?? errors('purposeText')) !== undefined}>
    <summary>Say why, for the holder</summary>
    <div className="mt-4 grid gap-4">
      <Select label="Purpose" name="purpose" optional options={OPTIONS} errors={errors('purpose')} />
      <TextField
        label="More about it"
        name="purposeText"
        optional
        maxLength={200}
        errors={errors('purposeText')}
      />
    </div>
  </details>
);
