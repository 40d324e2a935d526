import { CircleAlert } from 'lucide';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { createContext, createElement, use, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { t } from '#messages';
import { Icon } from './page.tsx';

type Submission = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

export type Failure = { lastResult: Submission } | null | undefined;

/** The names of own fields have a point, and their values are in an object. */
const memberOf = (entered: unknown, name: string) =>
  (entered as Record<string, unknown> | null | undefined)?.[name];

/**
 * The entered values and messages of a rejected form, by field.
 * @param failure the action's error, if any
 */
export function formState(failure: Failure) {
  const { initialValue, error } = failure?.lastResult ?? {};
  return {
    isRejected: Boolean(failure),
    value(name: string): string | undefined {
      const entered = name.split('.').reduce(memberOf, initialValue as unknown);
      return typeof entered === 'string' ? entered : undefined;
    },
    /** The entered values of a field that several controls share. */
    values: (name: string): string[] =>
      [initialValue?.[name]].flat().filter((entered) => typeof entered === 'string'),
    /** The messages of a field, and of the entries of a list. */
    errors(name: string): string[] | undefined {
      const own = error?.[name];
      if (own) return own;
      const ofEntries = Object.entries(error ?? {})
        .filter(([key]) => key.startsWith(`${name}[`))
        .flatMap(([, messages]) => messages ?? []);
      return ofEntries.length > 0 ? [...new Set(ofEntries)] : undefined;
    },
  };
}

const FormContext = createContext(formState(null));

/** Gives the fields within it the values that a rejected form had, and its messages. */
export const Fields = ({ of, children }: { of: Failure; children: ReactNode }) =>
  createElement(FormContext, { value: formState(of) }, children);

/** The entered values and messages of the form around a field. */
export const useFormState = () => use(FormContext);

/** Focuses the form's first invalid field whenever a new `result` arrives. */
export function useFocusFirstError(form: RefObject<HTMLFormElement | null>, result: unknown) {
  useEffect(() => {
    if (result === undefined || result === null) return;
    form.current
      ?.querySelector<HTMLElement>(':is(input, select, textarea, button)[aria-invalid="true"]')
      ?.focus();
  }, [form, result]);
}

const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('h1');
  if (!heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * Moves the focus to the page's heading after an action removed the focused element, such as the button of a deleted row. The
 * browser would move it to the top of the document.
 */
export function useKeepFocusAfterActions() {
  const navigation = useNavigation();
  const requests = [navigation, ...useFetchers()];
  const acting = requests.some(({ formMethod }) => formMethod === 'POST');
  const idle = requests.every(({ state }) => state === 'idle');
  const acted = useRef(false);
  useEffect(() => {
    if (acting) acted.current = true;
    // A long list is reloaded after the action, so its row may disappear later than the action ends.
    if (!idle || !acted.current || document.activeElement !== document.body) return;
    acted.current = false;
    focusHeading();
  }, [acting, idle]);
}

/**
 * Moves the focus after a client navigation, as a page load would: to what the URL's fragment names, if that can have the focus, or else
 * to the heading of a new page.
 */
export function useFocusHeadingAfterNavigation() {
  const { pathname, hash, key } = useLocation();
  const shown = useRef({ pathname, key });
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.key === key) return;
    const named = document.getElementById(hash.slice(1));
    if (named?.hasAttribute('tabindex')) named.focus({ preventScroll: true });
    else if (before.pathname !== pathname) focusHeading();
  }, [pathname, hash, key]);
}

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
    form,
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

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Tag>, keyof FieldFrame>;

type FieldProps = Control<'input'> & { as: 'input' | 'textarea' | 'select'; rows?: number };

function Field({
  as,
  label,
  id,
  hint,
  optional,
  errors: own,
  className = '',
  children,
  ...attributes
}: FieldProps) {
  const { control, aria, errors, form } = useField({ ...attributes, id, hint, errors: own });
  const { value, defaultValue } = attributes;
  const Control = as as 'input';
  return (
    <div className="field">
      <label className="field-label" htmlFor={control}>
        {label}
        {optional && <span className="field-optional"> {t('field.optional')}</span>}
      </label>
      <Hint id={control}>{hint}</Hint>
      <Control
        type={attributes.type}
        {...aria}
        {...attributes}
        // A script sets the value of the others, and a file that was chosen nobody.
        {...(value === undefined &&
          attributes.type !== 'file' && { defaultValue: form.value(attributes.name) ?? defaultValue })}
        id={control}
        className={`control ${className}`}
      >
        {children}
      </Control>
      <Errors id={control} errors={errors} />
    </div>
  );
}

export const TextField = (props: Control<'input'>) => <Field as="input" type="text" {...props} />;

/** A file picker. `accept` only filters in the browser; the server validates the file. */
export const FileField = (props: Control<'input'>) => <TextField {...props} type="file" />;

export const TextArea = (props: Control<'textarea'>) => (
  <Field as="textarea" rows={5} {...(props as object as Control<'input'>)} />
);

export type Option = { value: string; label: string };

/** Options as a list, or as children for groups. */
export const Select = ({
  options,
  children,
  ...props
}: Control<'select'> & { options?: readonly Option[] }) => (
  <Field as="select" {...(props as object as Control<'input'>)}>
    {options?.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
    {children}
  </Field>
);

type ChoicesProps = FieldFrame & {
  type: 'checkbox' | 'radio';
  options: readonly Option[];
  chosen: readonly (string | undefined)[];
  required?: boolean;
  /** A list of marks and labels, in place of buttons beside each other. */
  plain?: boolean;
};

function Choices({
  type,
  label,
  name,
  id,
  hint,
  errors: own,
  options,
  chosen,
  required,
  plain,
}: ChoicesProps) {
  const { control, aria, errors, form } = useField({ id, name, hint, errors: own });
  const { autoFocus, ...described } = aria;
  const entered = form.values(name);
  // A box that is not checked is not sent, so a rejected form without the name had none checked.
  const checked = form.isRejected && (type === 'checkbox' || entered.length > 0) ? entered : chosen;
  const list = options.map((option, index) => (
    <label className="choice" data-plain={plain ? '' : undefined} key={option.value}>
      <input
        type={type}
        name={name}
        value={option.value}
        defaultChecked={checked.includes(option.value)}
        required={required}
        aria-invalid={described['aria-invalid']}
        // biome-ignore lint/a11y/noAutofocus: only after an error, to focus the first invalid field
        autoFocus={index === 0 && autoFocus}
      />
      <span dir={plain ? 'auto' : undefined}>{option.label}</span>
    </label>
  ));
  return (
    <fieldset className="field" id={control} {...described}>
      <legend className="field-label mb-1.5">{label}</legend>
      <Hint id={control}>{hint}</Hint>
      <div className={plain ? 'grid gap-1' : 'choices'}>{plain ? list : <div>{list}</div>}</div>
      <Errors id={control} errors={errors} />
    </fieldset>
  );
}

type GroupProps = FieldFrame & { options: readonly Option[] };

export const RadioGroup = ({
  defaultValue,
  ...props
}: GroupProps & { defaultValue?: string; required?: boolean }) => (
  <Choices type="radio" chosen={[defaultValue]} {...props} />
);

/** Checkboxes that share a name, of which any number may be checked, or radio buttons in the same list. */
export const CheckboxGroup = ({
  defaultValues = [],
  ...props
}: GroupProps & { type?: 'checkbox' | 'radio'; defaultValues?: readonly string[] }) => (
  <Choices type="checkbox" plain chosen={defaultValues} {...props} />
);

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

const never = () => () => {};

/** Whether JavaScript runs. False in the server's HTML, so that nothing is disabled without JavaScript. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
