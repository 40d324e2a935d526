import type { ReactNode } from 'react';
import { whoSees } from '#app/certificates/field-labels.ts';
import { controlOf, enteredAs, type OwnField, USUAL_LENGTH, yesOrNo } from '#app/certificates/own-fields.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { Select, TextField } from '#app/ui/form.tsx';
import { PictureInput } from './picture-input.tsx';

const yesAndNo = () => [true, false].map((value) => ({ value: String(value), label: yesOrNo(value) }));

export type ControlProps = {
  field: OwnField;
  name: string;
  label: ReactNode;
  hint?: string;
  /** Also one that the field does not take, so that it can be corrected. */
  defaultValue: string;
  required?: true;
  optional?: true;
};

/** The control of an own field. */
export function OwnFieldInput({ field, ...control }: ControlProps) {
  const { kind, rules } = field;
  const { defaultValue } = control;
  if (kind === 'picture') return <PictureInput field={field} {...control} />;
  if (kind === 'choice' || kind === 'boolean') {
    const choices = rules.choices?.map((choice) => ({ value: choice, label: choice })) ?? yesAndNo();
    const isKnown = defaultValue === '' || choices.some(({ value }) => value === defaultValue);
    const others = isKnown ? [] : [{ value: defaultValue, label: defaultValue }];
    return <Select {...control} options={[{ value: '', label: '' }, ...others, ...choices]} />;
  }
  const isDate = kind === 'date' && (defaultValue === '' || parseCalendarDate(defaultValue) !== null);
  return (
    <TextField
      {...control}
      autoComplete="off"
      {...(isDate && { type: 'date' })}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...(kind === 'text' && { maxLength: rules.maxLength ?? USUAL_LENGTH })}
    />
  );
}

type Props = {
  fields: readonly OwnField[];
  /** The value of a control before it was sent. Undefined for the default of the field. */
  value: (name: string) => string | undefined;
};

/** The controls of an issuer's own fields. */
export const OwnFieldInputs = ({ fields, value }: Props) =>
  fields.map((field) => {
    const { key, name: label, isRequired, visibility, rules } = field;
    const name = controlOf(key);
    return (
      <OwnFieldInput
        key={key}
        field={field}
        name={name}
        label={<bdi>{label}</bdi>}
        hint={whoSees(visibility)}
        defaultValue={value(name) ?? enteredAs(rules.default ?? '')}
        {...(isRequired ? { required: true } : { optional: true })}
      />
    );
  });
