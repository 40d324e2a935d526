type Submission = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

/**
 * What a form shows again after the server refused it: the entered values and the messages, by field.
 * @param failure what the action answered, or nothing yet
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
