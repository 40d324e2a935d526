import type { z } from 'zod';
import { t } from '#messages';
import { AppError, type FieldErrors } from './errors.server.ts';
import { plainMessage } from './plain-messages.ts';
import { type LazyText, textNow } from './reader-texts.ts';

/** Whether nothing was entered. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );

/** Field errors of a failed parse, by the name of the outermost field. Errors of the whole input are under ''. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : String(issue.path[0] ?? '');
    // Members of a list often have the same error.
    if (!fields[name]?.includes(issue.message)) fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

/** Parses outside input. Its errors have messages for people. */
export const safeParse = <Schema extends z.ZodType>(schema: Schema, input: unknown) =>
  schema.safeParse(input, { error: plainMessage });

/**
 * Parses an object.
 * @param missingMessage replaces the message when a required field is absent or blank
 * @throws AppError invalid, with the messages of each field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  missingMessage?: LazyText,
): z.output<Schema> {
  const result = safeParse(schema, input);
  if (result.success) return result.data;
  const missing = result.error.issues.some(
    (issue) => issue.path.length > 0 && isBlank(valueAt(input, issue.path)),
  );
  const first = result.error.issues[0]?.message ?? t('parse.theInputIsNotValid');
  throw new AppError('invalid', missing && missingMessage ? textNow(missingMessage) : first, {
    fields: fieldErrors(result.error),
  });
}
