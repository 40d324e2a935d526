import { CircleAlert } from 'lucide';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { t } from '#messages';
import { useFormState } from './form-state.ts';
import { Icon } from './icon.tsx';

type FieldFrame = {
  label: ReactNode;
  name: string;
  id?: string;
  hint?: ReactNode;
  /** Messages for this field, in place of those of the form around it. Any message marks it as invalid. */
  errors?: readonly string[] | null;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
};

/** IDs, messages and entered value of a field: the form around it has the latter two after a rejection. */
function useField({ id, name, hint, ...frame }: Pick<FieldFrame, 'id' | 'name' | 'hint' | 'errors'>) {
  const generated = useId();
  const form = useFormState();
  const control = id ?? generated;
  const errors = frame.errors ?? form.errors(name);
  const invalid = Boolean(errors?.length);
  const describedBy = [hint ? `${control}-hint` : '', invalid ? `${control}-errors` : ''].filter(Boolean);
  return {
    control,
    errors,
    entered: form.value(name),
    // A box that is not checked is not sent, so a rejected form without the name had none checked.
    enteredValues: form.isRejected ? form.values(name) : null,
    // Without JavaScript, the browser focuses the first element with autofocus: the first invalid field.
    aria: {
      'aria-invalid': invalid || undefined,
      'aria-describedby': describedBy.join(' ') || undefined,
      autoFocus: invalid || undefined,
    },
  };
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className="field-hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null;
}

function Errors({ id, errors }: { id: string; errors: FieldFrame['errors'] }) {
  return errors?.length ? (
    <p className="field-errors" id={`${id}-errors`}>
      <Icon of={CircleAlert} />
      <span>{joinSentences(errors)}</span>
    </p>
  ) : null;
}

function Label({
  htmlFor,
  optional,
  children,
}: {
  htmlFor: string;
  optional?: boolean;
  children: ReactNode;
}) {
  return (
    <label className="field-label" htmlFor={htmlFor}>
      {children}
      {optional && <span className="field-optional"> {t('field.optional')}</span>}
    </label>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Tag>, keyof FieldFrame>;

/** The default value of a control that a script does not set. */
const startingWith = (
  entered: string | undefined,
  { value, defaultValue }: Pick<ComponentProps<'input'>, 'value' | 'defaultValue'>,
) => (value === undefined ? { defaultValue: entered ?? defaultValue } : { value });

export function TextField({
  label,
  id,
  hint,
  optional,
  className = '',
  errors: own,
  ...input
}: Control<'input'>) {
  const { control, aria, errors, entered } = useField({ ...input, id, hint, errors: own });
  return (
    <div className="field">
      <Label htmlFor={control} optional={optional}>
        {label}
      </Label>
      <Hint id={control}>{hint}</Hint>
      <input
        type="text"
        {...aria}
        {...input}
        {...startingWith(entered, input)}
        id={control}
        className={`control ${className}`}
      />
      <Errors id={control} errors={errors} />
    </div>
  );
}

/** A file picker. `accept` only filters in the browser; the server validates the file. */
export const FileField = (props: Control<'input'>) => <TextField {...props} type="file" />;

export function TextArea({
  label,
  id,
  hint,
  errors: own,
  optional,
  className = '',
  ...area
}: Control<'textarea'>) {
  const { control, aria, errors, entered } = useField({ ...area, id, hint, errors: own });
  return (
    <div className="field">
      <Label htmlFor={control} optional={optional}>
        {label}
      </Label>
      <Hint id={control}>{hint}</Hint>
      <textarea
        rows={5}
        {...aria}
        {...area}
        {...startingWith(entered, area)}
        id={control}
        className={`control ${className}`}
      />
      <Errors id={control} errors={errors} />
    </div>
  );
}

export type Option = { value: string; label: string };

/** Options as a list, or as children for groups. */
export function Select({
  label,
  id,
  hint,
  errors: own,
  optional,
  options,
  children,
  className = '',
  ...select
}: Control<'select'> & { options?: readonly Option[] }) {
  const { control, aria, errors, entered } = useField({ ...select, id, hint, errors: own });
  return (
    <div className="field">
      <Label htmlFor={control} optional={optional}>
        {label}
      </Label>
      <Hint id={control}>{hint}</Hint>
      <select
        {...aria}
        {...select}
        {...startingWith(entered, select)}
        id={control}
        className={`control ${className}`}
      >
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <Errors id={control} errors={errors} />
    </div>
  );
}

export function RadioGroup({
  label,
  name,
  id,
  hint,
  errors: own,
  options,
  defaultValue,
  required,
}: FieldFrame & { options: readonly Option[]; defaultValue?: string; required?: boolean }) {
  const { control, aria, errors, entered } = useField({ id, name, hint, errors: own });
  const { autoFocus, ...described } = aria;
  return (
    <fieldset className="field" id={control} {...described}>
      <legend className="field-label mb-1.5">{label}</legend>
      <Hint id={control}>{hint}</Hint>
      <div className="choices">
        <div>
          {options.map((option, index) => (
            <label className="choice" key={option.value}>
              <input
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={option.value === (entered ?? defaultValue)}
                required={required}
                aria-invalid={described['aria-invalid']}
                // biome-ignore lint/a11y/noAutofocus: only after an error, to focus the first invalid field
                autoFocus={index === 0 && autoFocus}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      </div>
      <Errors id={control} errors={errors} />
    </fieldset>
  );
}

/** Checkboxes that share a name, of which any number may be checked, or radio buttons in the same list. */
export function CheckboxGroup({
  type = 'checkbox',
  label,
  name,
  id,
  hint,
  errors: own,
  options,
  defaultValues = [],
}: FieldFrame & {
  type?: 'checkbox' | 'radio';
  options: readonly Option[];
  defaultValues?: readonly string[];
}) {
  const { control, aria, errors, enteredValues } = useField({ id, name, hint, errors: own });
  const { autoFocus, ...described } = aria;
  return (
    <fieldset className="field" id={control} {...described}>
      <legend className="field-label mb-1.5">{label}</legend>
      <Hint id={control}>{hint}</Hint>
      <div className="grid gap-1">
        {options.map((option, index) => (
          <label className="choice" data-plain="" key={option.value}>
            <input
              type={type}
              name={name}
              value={option.value}
              defaultChecked={(enteredValues ?? defaultValues).includes(option.value)}
              aria-invalid={described['aria-invalid']}
              // biome-ignore lint/a11y/noAutofocus: only after an error, to focus the first invalid field
              autoFocus={index === 0 && autoFocus}
            />
            <span dir="auto">{option.label}</span>
          </label>
        ))}
      </div>
      <Errors id={control} errors={errors} />
    </fieldset>
  );
}

export function Checkbox({ label, id, hint, errors: own, optional: _, ...input }: Control<'input'>) {
  const { control, aria, errors } = useField({ ...input, id, hint, errors: own });
  return (
    <div className="field">
      <label className="choice" data-plain="" htmlFor={control}>
        <input {...aria} {...input} id={control} type="checkbox" />
        <span>{label}</span>
      </label>
      <Hint id={control}>{hint}</Hint>
      <Errors id={control} errors={errors} />
    </div>
  );
}
