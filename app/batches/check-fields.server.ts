import { readValues } from '#app/certificates/field-values.server.ts';
import { controlOf, type FieldValues, type OwnField } from '#app/certificates/own-fields.ts';
import { CODES } from '#app/messages/messages.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import type { FieldErrors } from '#app/shared/errors.server.ts';
import type { CsvRow } from '#app/shared/lists/list-rows.server.ts';

/** How many characters of an invalid value are kept for display. */
const MAX_SHOWN = 200;

/** An entered value as a row keeps it for display and correction. */
export const shown = (value: unknown) =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, MAX_SHOWN)
    : value === undefined || value === null
      ? ''
      : (JSON.stringify(value) ?? '').slice(0, MAX_SHOWN);

/**
 * Errors with codes in place of messages. An error keeps its message if its input is valid in codes: numbers and durations are read in the
 * reader's language.
 * @param readAgain the errors of the same input
 */
export function inCodes(errors: FieldErrors, readAgain: () => FieldErrors): FieldErrors {
  const coded = inLanguage(CODES, readAgain);
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, coded[field] ?? texts]));
}

/** The cells of own fields in a row, by key. Blank cells are omitted, so that fields get their defaults. */
export function fieldsInCells(
  own: readonly OwnField[],
  cells: CsvRow['cells'],
  numbers: CsvRow['numbers'],
): Record<string, string> | undefined {
  if (own.length === 0) return undefined;
  const entered: Record<string, string> = {};
  for (const { key, kind } of own) {
    const column = controlOf(key);
    const cell = (kind === 'number' ? numbers?.[column] : undefined) ?? cells[column] ?? '';
    if (cell !== '') entered[key] = cell;
  }
  return entered;
}

/** Entered values without those of fields that were retired while the form was open. */
export const declaredOnly = (entered: Record<string, string>, own: readonly OwnField[]) =>
  Object.fromEntries(Object.entries(entered).filter(([key]) => own.some((field) => field.key === key)));

/** The cells of picture fields: names of files or hashes of stored pictures. `givePictures` in app/batches/pictures checks them. */
const picturesAsEntered = (own: readonly OwnField[], entered: Record<string, unknown>): FieldValues =>
  Object.fromEntries(
    own.flatMap(({ key, kind }) => {
      const value = kind === 'picture' ? shown(entered[key]).trim() : '';
      return value === '' ? [] : [[key, value]];
    }),
  );

const valuesOrNull = (values: FieldValues) => (Object.keys(values).length === 0 ? null : values);

/**
 * Checks the own fields of a row.
 * @returns the values, or those that were entered with messages as codes
 */
export function checkFields(
  all: readonly OwnField[],
  input: unknown,
): { fields: FieldValues | null; errors: FieldErrors | null } {
  const entered: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const pictures = picturesAsEntered(all, entered);
  const own = all.filter(({ kind }) => kind !== 'picture');
  for (const { key, kind } of all) if (kind === 'picture') delete entered[key];
  const { values, errors } = readValues(own, entered);
  if (Object.keys(errors).length === 0)
    return { fields: valuesOrNull({ ...values, ...pictures }), errors: null };
  const kept = own.map(({ key, rules }) => [
    key,
    shown(Object.hasOwn(entered, key) ? entered[key] : rules.default),
  ]);
  return {
    fields: valuesOrNull({
      ...Object.fromEntries(kept.filter(([, value]) => value !== '')),
      ...pictures,
    }),
    errors: inCodes(errors, () => readValues(own, entered).errors),
  };
}
