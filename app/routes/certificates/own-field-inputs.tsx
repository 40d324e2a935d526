import { controlOf, enteredAs, type OwnField, USUAL_LENGTH } from '#app/certificates/own-fields.ts';
import { Select, TextField } from '#app/ui/form.tsx';
import { t } from '#messages';

const yesOrNo = () => [
  { value: 'true', label: t('common.yes') },
  { value: 'false', label: t('common.no') },
];

type Props = {
  fields: readonly OwnField[];
  /** The value of a control before it was sent. Undefined for the default of the field. */
  value: (name: string) => string | undefined;
};

/** The controls of an issuer's own fields. */
export const OwnFieldInputs = ({ fields, value }: Props) =>
  fields.map(({ key, name: label, kind, isRequired, rules }) => {
    const name = controlOf(key);
    const control = {
      label: <bdi>{label}</bdi>,
      name,
      defaultValue: value(name) ?? enteredAs(rules.default ?? ''),
      ...(isRequired ? { required: true } : { optional: true }),
    };
    if (kind === 'choice' || kind === 'boolean') {
      const choices = rules.choices?.map((choice) => ({ value: choice, label: choice }));
      const options = [{ value: '', label: '' }, ...(choices ?? yesOrNo())];
      return <Select key={key} {...control} options={options} />;
    }
    return (
      <TextField
        key={key}
        {...control}
        autoComplete="off"
        {...(kind === 'date' && { type: 'date' })}
        {...(kind === 'number' && { inputMode: 'decimal' })}
        {...(kind === 'text' && { maxLength: rules.maxLength ?? USUAL_LENGTH })}
      />
    );
  });
