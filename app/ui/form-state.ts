type Submission = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

/**
 * The entered values and messages of a rejected form, by field.
 * @param failure the action's error, if any
 */
export function formState(failure: { lastResult: Submission } | null | undefined) {
  const { initialValue, error } = failure?.lastResult ?? {};
  return {
    value(name: string): string | undefined {
      const entered = initialValue?.[name];
      return typeof entered === 'string' ? entered : undefined;
    },
    errors: (name: string): string[] | undefined => error?.[name] ?? undefined,
  };
}
