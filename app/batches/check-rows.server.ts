import {
  type Content,
  duplicateKey,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  mapContent,
} from '#app/certificates/fields.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { dateInWords } from '#app/shared/format-dates.ts';
import type { CsvRow } from '#app/shared/lists/csv.server.ts';
import {
  type DateOrder,
  ordersOf,
  readWrittenDate,
  type WrittenDate,
} from '#app/shared/lists/written-dates.ts';
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
    const key = duplicateKey(row).normalize('NFKC').toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row.line);
    else if (!row.allowDuplicate) {
      row.errors = { studentEmail: [rowProblem('same-as-line', earlier)] };
    }
  }
  return rows;
}

const DATES = FIELD_NAMES.filter((name) => FIELDS[name].kind.endsWith('date'));

/** Checks the certificates of a JSON array. Its first element is line 1. */
export const checkCertificates = (certificates: readonly unknown[]): CheckedRow[] =>
  markDuplicates(certificates.map((input, index) => checkRow(index + 1, input)));

const VISIBLE = /[^\s\p{Z}\p{Cf}]/u;

/**
 * A cell on one line, without soft hyphens and without spaces, marks of direction and other invisible characters at its ends. A pattern
 * for the end would take quadratic time for a long run of spaces.
 */
function tidy(cell: string): string {
  const characters = [...cell.replaceAll('\u00ad', '').replace(/[\s\p{Z}]+/gu, ' ')];
  const isVisible = (character: string) => VISIBLE.test(character);
  const [first, last] = [characters.findIndex(isVisible), characters.findLastIndex(isVisible)];
  return first === -1 ? '' : characters.slice(first, last + 1).join('');
}

type DateCell = { line: number; name: FieldName; text: string; date: WrittenDate };

const refused = (message: string) => invalid(message, { file: [message] });

/**
 * The order of the numbers in all dates of a list. One date with a single meaning shows it.
 * @throws AppError invalid for dates in two orders, and for a date with two meanings when no date shows the order
 */
function dateOrderOf(dates: DateCell[], given: DateOrder | undefined): DateOrder {
  if (given) return given;
  const telling = (order: DateOrder) => dates.find(({ date }) => ordersOf(date).join() === order);
  const [dayFirst, monthFirst] = [telling('dmy'), telling('mdy')];
  if (dayFirst && monthFirst) {
    const { line, text } = dayFirst;
    const { line: line2, text: text2 } = monthFirst;
    throw refused(t('lists.datesAreMixed', { line, text, line2, text2 }));
  }
  if (dayFirst || monthFirst) return dayFirst ? 'dmy' : 'mdy';
  const open = dates.find(({ date: { dmy, mdy } }) => dmy && mdy && dmy !== mdy);
  if (!open) return 'dmy';
  const { line, name, text, date } = open;
  throw refused(
    t('lists.datesHaveTwoMeanings', {
      column: FIELDS[name].label(),
      line,
      text,
      first: dateInWords(date.dmy ?? ''),
      second: dateInWords(date.mdy ?? ''),
    }),
  );
}

/** The rows of a list with dates in ISO 8601. Text that is no date stays as it is. */
function withIsoDates(rows: readonly CsvRow[], given: DateOrder | undefined): CsvRow[] {
  const read = rows.map(({ line, cells }) =>
    DATES.map((name) => {
      const text = cells[name] ?? '';
      return { line, name, text, date: readWrittenDate(text) };
    }),
  );
  const order = dateOrderOf(
    read.flat().flatMap(({ date, ...cell }) => (date ? [{ ...cell, date }] : [])),
    given,
  );
  return rows.map((row, index) => {
    const dates = read[index]?.map(({ name, text, date }) => [name, date?.[order] ?? text]) ?? [];
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(dates) } };
  });
}

/**
 * Checks the rows of a list.
 * @throws AppError as `dateOrderOf`
 */
export function checkListRows(
  rows: readonly CsvRow[],
  { allowDuplicate, dateOrder }: { allowDuplicate: boolean; dateOrder?: DateOrder | undefined },
): CheckedRow[] {
  const tidied = rows.map((row) => ({
    ...row,
    cells: Object.fromEntries(Object.entries(row.cells).map(([name, cell]) => [name, tidy(cell)])),
  }));
  const read = withIsoDates(tidied, dateOrder);
  return markDuplicates(
    read.map(({ line, cells, columns, columnsExpected }, index) => {
      const entered = { ...tidied[index]?.cells, allowDuplicate };
      const row = checkRow(line, { ...cells, allowDuplicate }, entered);
      if (columns <= columnsExpected) return row;
      const errors = { columns: [t('checkRows.theRowHasColumnsColumns', { columns, columnsExpected })] };
      return { ...row, errors: { ...row.errors, ...errors } };
    }),
  );
}
