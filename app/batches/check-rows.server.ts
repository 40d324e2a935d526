import { type Content, duplicateKey, FIELD_NAMES, FIELDS, mapContent } from '#app/certificates/fields.ts';
import type { CsvRow } from '#app/shared/csv.server.ts';
import { fieldErrors, safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { rowSchema } from './batch.schema.ts';
import { rowProblem } from './row-problems.ts';

/** A checked row: the parsed values, or the entered values with error messages by field. */
export type CheckedRow = Content & {
  line: number;
  allowDuplicate: boolean;
  /** As entered, for `chooseDesign`. */
  designId: string | undefined;
  neverExpires: true | undefined;
  /** Set by `chooseDesigns`. Null for the built-in layout. */
  designVersionId: number | null;
  errors: Record<string, string[]> | null;
};

/** How many characters of an invalid value are kept for display. */
const MAX_SHOWN = 200;
const shown = (value: unknown) =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, MAX_SHOWN)
    : value === undefined || value === null
      ? ''
      : (JSON.stringify(value) ?? '').slice(0, MAX_SHOWN);

/** @param entered the values to show if the row is invalid, where they differ from `input` */
function checkRow(line: number, input: unknown, entered = input): CheckedRow {
  const result = safeParse(rowSchema, input);
  if (result.success) return { line, ...result.data, designVersionId: null, errors: null };
  const given: Record<string, unknown> =
    typeof entered === 'object' && entered !== null ? { ...entered } : {};
  const content = mapContent((name) => shown(given[name]));
  return {
    line,
    ...content,
    expiryDate: content.expiryDate || null,
    allowDuplicate: given.allowDuplicate === true,
    designId: undefined,
    neverExpires: undefined,
    designVersionId: null,
    errors: fieldErrors(result.error),
  };
}

/** Marks rows with the same student, email and course as an earlier row. */
function markDuplicates(rows: CheckedRow[]): CheckedRow[] {
  const first = new Map<string, number>();
  for (const row of rows) {
    if (row.errors !== null) continue;
    const key = duplicateKey(row);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.line);
    else if (!row.allowDuplicate) {
      row.errors = { studentEmail: [rowProblem('same-as-line', earlier)] };
    }
  }
  return rows;
}

const DATES = FIELD_NAMES.filter((name) => FIELDS[name].kind.endsWith('date'));

/** Converts '28/02/2026' to '2026-02-28'. Other text stays the same. */
const toIsoDate = (text: string) => text.trim().replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');

/** Checks the certificates of a JSON array. Its first element is line 1. */
export const checkCertificates = (certificates: readonly unknown[]): CheckedRow[] =>
  markDuplicates(certificates.map((input, index) => checkRow(index + 1, input)));

export const checkCsvRows = (rows: readonly CsvRow[], allowDuplicate: boolean): CheckedRow[] =>
  markDuplicates(
    rows.map(({ line, cells, columns, columnsExpected }) => {
      const dates = Object.fromEntries(DATES.map((name) => [name, toIsoDate(cells[name] ?? '')]));
      const row = checkRow(line, { ...cells, ...dates, allowDuplicate }, { ...cells, allowDuplicate });
      if (columns <= columnsExpected) return row;
      const errors = { columns: [t('checkRows.theRowHasColumnsColumns', { columns, columnsExpected })] };
      return { ...row, errors: { ...row.errors, ...errors } };
    }),
  );
