import type { z } from 'zod';
import type { Content } from '#app/certificates/fields.ts';
import { duplicateKey, isOptional, mapContent } from '#app/certificates/fields.ts';
import { controlOf, type FieldValues, type OwnField } from '#app/certificates/own-fields.ts';
import { now } from '#app/shared/clock.server.ts';
import type { FieldErrors } from '#app/shared/errors.server.ts';
import type { CsvRow } from '#app/shared/lists/list-rows.server.ts';
import { type DateOrder, onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { fieldErrors, safeParse } from '#app/shared/parse.server.ts';
import { type EnteredLine, rowSchema } from './batch.schema.ts';
import { checkFields, declaredOnly, fieldsInCells, inCodes, shown } from './check-fields.server.ts';
import { DATES, dateColumns, writeIsoDates } from './list-dates.server.ts';
import { rowProblem } from './row-problems.server.ts';
import { type Warnings, warningsOf } from './row-warnings.ts';
import { tidyCells } from './tidy-cells.server.ts';

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
