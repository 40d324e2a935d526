import type { z } from 'zod';
import { readValues } from '#app/certificates/field-values.server.ts';
import { type Content, duplicateKey, isOptional, mapContent } from '#app/certificates/fields.ts';
import { controlOf, type FieldValues, type OwnField } from '#app/certificates/own-fields.ts';
import { CODES } from '#app/messages/messages.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { FieldErrors } from '#app/shared/errors.server.ts';
import type { CsvRow } from '#app/shared/lists/list-rows.server.ts';
import { type DateOrder, onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { fieldErrors, safeParse } from '#app/shared/parse.server.ts';
import { type EnteredLine, rowSchema } from './batch.schema.ts';
import { DATES, dateColumns, tidyCells, writeIsoDates } from './list-dates.server.ts';
import { rowProblem } from './row-problems.server.ts';
import { type Warnings, warningsOf } from './row-warnings.ts';

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

/** A checked row: the parsed values, or the entered values with error messages by field. */
export type CheckedRow = Content & {
  line: number;
  allowDuplicate: boolean;
  /** As entered, for `chooseDesign`. */
  designId: string | undefined;
  neverExpires: true | undefined;
  /** Set by `chooseDesigns`. Null for the built-in layout. */
  designVersionId: number | null;
  /** Values of own fields by key, as entered if the row has errors. Null without any. */
  fields: FieldValues | null;
  errors: Record<string, string[]> | null;
  warnings: Warnings | null;
};

/** The errors of an invalid row with codes. */
const codedErrors = (error: z.ZodError, input: unknown): FieldErrors =>
  inCodes(fieldErrors(error), () => {
    const again = safeParse(rowSchema, input);
    return again.success ? {} : fieldErrors(again.error);
  });

/** The texts of a row's own fields, by control. */
const textsIn = (fields: FieldValues | null, own: readonly OwnField[]) =>
  own.flatMap(({ key, kind }) =>
    kind === 'text' && fields?.[key] !== undefined ? [[controlOf(key), String(fields[key])] as const] : [],
  );

const thisYear = () => new Date(now()).getUTCFullYear();

function checkRow(line: number, input: unknown, own: readonly OwnField[]): CheckedRow {
  const result = safeParse(rowSchema, input);
  const given: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const { fields, errors } = checkFields(own, given.fields);
  if (result.success && !errors) {
    const { data } = result;
    return {
      line,
      ...data,
      designVersionId: null,
      fields,
      errors: null,
      warnings: warningsOf(data, textsIn(fields, own), thisYear()),
    };
  }
  // A duration in place of the expiry date, so that it is not lost when the row is corrected.
  const entered: typeof given = { ...given, expiryDate: shown(given.expiryDate) || given.expiresAfter };
  const content = mapContent((name) => shown(entered[name]) || (isOptional(name) ? null : ''));
  return {
    line,
    ...(content as Content),
    allowDuplicate: given.allowDuplicate === true,
    designId: typeof given.designId === 'string' ? given.designId : undefined,
    neverExpires: undefined,
    designVersionId: null,
    fields,
    errors: { ...(result.error && codedErrors(result.error, input)), ...errors },
    warnings: null,
  };
}

/** The addresses that several rows have. */
function addressesTwice(rows: readonly CheckedRow[]): ReadonlySet<string> {
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const { studentEmail } of rows) (seen.has(studentEmail) ? twice : seen).add(studentEmail);
  return twice;
}

/**
 * Marks rows with the same student, email and course as an earlier row. Only rows of one address are compared: the keys of 10,000 take as
 * much memory as the rows.
 */
function markDuplicates(rows: CheckedRow[]): CheckedRow[] {
  const twice = addressesTwice(rows);
  const first = new Map<string, number>();
  for (const row of rows) {
    if (row.errors !== null || !twice.has(row.studentEmail)) continue;
    const key = duplicateKey(row);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.line);
    else if (!row.allowDuplicate) {
      row.errors = { studentEmail: [rowProblem('same-as-line', earlier)] };
    }
  }
  return rows;
}

/** A row as a person entered it again. The expiry may be a duration. */
export type EnteredRow = EnteredLine & {
  line: number;
  allowDuplicate: boolean;
  designId: string | undefined;
};

/** Checks rows that a person entered again. A date with two meanings is a problem. */
export function checkEnteredRows(rows: readonly EnteredRow[], own: readonly OwnField[]): CheckedRow[] {
  return rows.map(({ line, allowDuplicate, designId, fields, ...entered }) => {
    const cells: Record<string, string> = entered;
    tidyCells(cells);
    for (const name of DATES) cells[name] = onlyMeaning(cells[name] ?? '') ?? cells[name] ?? '';
    return checkRow(line, { ...cells, fields: declaredOnly(fields, own), allowDuplicate, designId }, own);
  });
}

/** Checks the certificates of a JSON array. Its first element is line 1. */
export const checkCertificates = (certificates: readonly unknown[], own: readonly OwnField[]): CheckedRow[] =>
  markDuplicates(certificates.map((input, index) => checkRow(index + 1, input, own)));

/** Checks the rows of a list, whose cells are tidied, and whose dates have their numbers in an order. */
export function checkListRows(
  rows: readonly CsvRow[],
  {
    allowDuplicate,
    dateOrder,
    own,
  }: { allowDuplicate: boolean; dateOrder: DateOrder; own: readonly OwnField[] },
): CheckedRow[] {
  const dates = dateColumns(own);
  return markDuplicates(
    rows.map(({ line, cells, numbers, columns, columnsExpected }) => {
      writeIsoDates(cells, dateOrder, dates);
      const row = checkRow(
        line,
        { ...cells, fields: fieldsInCells(own, cells, numbers), allowDuplicate },
        own,
      );
      if (columns <= columnsExpected) return row;
      const errors = { columns: [rowProblem('columns', columns, columnsExpected)] };
      return { ...row, errors: { ...row.errors, ...errors } };
    }),
  );
}
