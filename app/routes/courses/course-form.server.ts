import { expectedError, toFormError } from '#app/server/error-response.server.ts';
import type { ErrorText } from '#app/shared/form-error.ts';
import { log } from '#app/shared/log.server.ts';

/**
 * The error of an upload's form, with all entered values except the file, which cannot be sent back.
 * @param entered the text fields that were read
 */
export function uploadError(
  thrown: unknown,
  entered: Record<string, string>,
  text: ErrorText,
  intent?: string,
) {
  if (thrown instanceof Response) throw thrown;
  const error = expectedError(thrown);
  if (!error) log.error({ err: thrown }, 'unexpected error behind an upload');
  return toFormError(error, {
    text,
    intent,
    message: error?.message ?? text.failed,
    lastResult: { initialValue: entered, error: error?.fields ?? {} },
  });
}
