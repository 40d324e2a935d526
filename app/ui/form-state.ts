import { createContext, createElement, type ReactNode, use } from 'react';

type Submission = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

export type Failure = { lastResult: Submission } | null | undefined;

/**
 * The entered values and messages of a rejected form, by field.
 * @param failure the action's error, if any
 */
export function formState(failure: Failure) {
  const { initialValue, error } = failure?.lastResult ?? {};
  return {
    isRejected: Boolean(failure),
    value(name: string): string | undefined {
      const entered = initialValue?.[name];
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
