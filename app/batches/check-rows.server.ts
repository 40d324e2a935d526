import type { z } from 'zod';
import { readExpiresAfter } from '#app/certificates/certificate.schema.ts';
import type { Content, FieldName } from '#app/certificates/fields.ts';
import { duplicateKey, FIELD_NAMES, isDateField, isOptional, mapContent } from '#app/certificates/fields.ts';
import { CODES } from '#app/messages/messages.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalidFile } from '#app/shared/errors.server.ts';
import { trimInvisible } from '#app/shared/invisible-characters.ts';
import type { CsvRow } from '#app/shared/lists/list-rows.server.ts';
import type { DateOrder, WrittenDate } from '#app/shared/lists/written-dates.ts';
import { onlyMeaning, ordersOf, readWrittenDate } from '#app/shared/lists/written-dates.ts';
import { fieldErrors, safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { rowSchema } from './batch.schema.ts';
import { type DateQuestion, datesAreMixed, meaningsOf } from './list-questions.ts';
import { rowProblem } from './row-problems.server.ts';
import { type Warnings, warningsOf } from './row-warnings.ts';

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
  warnings: Warnings | null;
};

/** How many characters of an invalid value are kept for display. */
const MAX_SHOWN = 200;
const shown = (value: unknown) =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, MAX_SHOWN)
    : value === undefined || value === null
      ? ''
      : (JSON.stringify(value) ?? '').slice(0, MAX_SHOWN);

/** The messages of an invalid row as codes. Durations are read in the reader's language, so that the row is parsed for them once more. */
function codedErrors(error: z.ZodError, input: unknown): Record<string, string[]> {
  const coded = inLanguage(CODES, () => {
    const again = safeParse(rowSchema, input);
    return again.success ? {} : fieldErrors(again.error);
  });
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, texts]) => [field, coded[field] ?? texts]),
  );
}

const thisYear = () => new Date(now()).getUTCFullYear();

function checkRow(line: number, input: unknown): CheckedRow {
  const result = safeParse(rowSchema, input);
  if (result.success) {
    const { data } = result;
    return { line, ...data, designVersionId: null, errors: null, warnings: warningsOf(data, thisYear()) };
  }
  const given: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
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
    errors: codedErrors(result.error, input),
    warnings: null,
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

/** More than an email address has. */
const MOST_ADDRESS = 400;

/** The address in what mail programs write: 'Ann Lee <ann@students.example>', 'mailto:ann@students.example', or one before a comma. */
function bareAddress(cell: string): string {
  if (cell.length > MOST_ADDRESS) return cell;
  const text = cell.replace(/[ .,;]+$/, '');
  const [, name = '', inside = ''] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  // Another address as the name would leave open which of them is meant.
  const isOne = inside !== '' && (!name.includes('@') || name.includes(inside));
  return (isOne ? inside : text).trim().replace(/^mailto:/i, '');
}

/**
 * Moves an expiry to its own column. People write durations such as 'never' and '2 years' under 'Valid until', and dates under
 * 'Validity'.
 */
function withExpiry(cells: Record<string, string>): Record<string, string> {
  const { expiryDate = '', expiresAfter = '', ...others } = cells;
  const isDate = (text: string) => readWrittenDate(text) !== null;
  const isDuration = (text: string) => !isDate(text) && readExpiresAfter(text) !== null;
  if (expiresAfter === '' && expiryDate !== '' && isDuration(expiryDate))
    return { ...others, expiresAfter: expiryDate };
  if (expiryDate === '' && isDate(expiresAfter)) return { ...others, expiryDate: expiresAfter };
  return cells;
}

/** The cells of a row, each on one line and without what does not count. */
function tidyCells(cells: Record<string, string>): Record<string, string> {
  const tidied = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, tidy(cell)]));
  const { studentEmail } = tidied;
  return withExpiry({ ...tidied, ...(studentEmail && { studentEmail: bareAddress(studentEmail) }) });
}

const DATES = FIELD_NAMES.filter(isDateField);

/** A row as a person entered it again. The expiry may be a duration. */
export type EnteredRow = { line: number; allowDuplicate: boolean; designId: string | undefined } & Record<
  FieldName,
  string
>;

/** Checks rows that a person entered again. A date with two meanings is a problem. */
export function checkEnteredRows(rows: readonly EnteredRow[]): CheckedRow[] {
  return rows.map(({ line, allowDuplicate, designId, ...entered }) => {
    const cells = tidyCells(entered);
    const dates = DATES.map((name) => [name, onlyMeaning(cells[name] ?? '') ?? cells[name]]);
    return checkRow(line, { ...cells, ...Object.fromEntries(dates), allowDuplicate, designId });
  });
}

/** Checks the certificates of a JSON array. Its first element is line 1. */
export const checkCertificates = (certificates: readonly unknown[]): CheckedRow[] =>
  markDuplicates(certificates.map((input, index) => checkRow(index + 1, input)));

/** Runs of white space. The narrow space before Mongolian suffixes changes their letters. */
const SPACES = /(?:(?!(?<=[\u1820-\u18aa])\u202f[\u1820-\u18aa])[\s\p{Z}])+/gu;

/** A cell on one line, without soft hyphens and without spaces and other invisible characters at its ends. */
const tidy = (cell: string) => trimInvisible(cell.replaceAll('\u00ad', '').replace(SPACES, ' '));

type DateCell = { line: number; name: FieldName; text: string; date: WrittenDate };

/** Most certificates are of the last years, and hardly one is of the year after next. */
const [YEARS_BEFORE, YEARS_AFTER] = [5, 1];

/**
 * The question about issue dates such as '26-03-04', which begin with the year in some countries: where each date of the list may, and
 * only then all issue dates are of these years.
 */
function yearMayBeFirst(dates: DateCell[]): DateQuestion | null {
  const isNear = (day = '') => {
    const years = Number(day.slice(0, 4)) - thisYear();
    return years >= -YEARS_BEFORE && years <= YEARS_AFTER;
  };
  const isOpen = ({ dmy, ymd }: WrittenDate) => dmy !== undefined && ymd !== undefined && dmy !== ymd;
  const open = dates.filter(({ name, date }) => name === 'issueDate' && isOpen(date));
  const far = open.find(({ date }) => !isNear(date.dmy));
  if (!far || !dates.every(({ date }) => date.ymd) || !open.every(({ date }) => isNear(date.ymd)))
    return null;
  const { line, name, text, date } = far;
  return { type: 'open', name, line, text, dmy: date.dmy ?? '', mdy: '', ymd: date.ymd ?? '' };
}

/** The order of the numbers in all dates of a list. One date with a single meaning shows it. */
function dateOrderOf(dates: DateCell[]): DateOrder | DateQuestion {
  const telling = (order: DateOrder) => dates.find(({ date }) => ordersOf(date).join() === order);
  const [dayFirst, monthFirst] = [telling('dmy'), telling('mdy')];
  if (dayFirst && monthFirst) {
    const { line, text } = dayFirst;
    return { type: 'mixed', line, text, line2: monthFirst.line, text2: monthFirst.text };
  }
  if (monthFirst) return 'mdy';
  const yearFirst = yearMayBeFirst(dates);
  if (yearFirst) return yearFirst;
  if (dayFirst) return 'dmy';
  const open = dates.find(({ date: { dmy, mdy } }) => dmy && mdy && dmy !== mdy);
  if (!open) return 'dmy';
  const { line, name, text, date } = open;
  return { type: 'open', name, line, text, dmy: date.dmy ?? '', mdy: date.mdy ?? '' };
}

/** @throws AppError invalid, with the question for a program */
function requireDateOrder(found: DateOrder | DateQuestion): DateOrder {
  if (typeof found === 'string') return found;
  if (found.type === 'mixed') throw invalidFile(datesAreMixed(found));
  const { name, line } = found;
  throw invalidFile(t('lists.datesHaveTwoMeanings', { column: name, line, meanings: meaningsOf(found) }));
}

const datesOf = (rows: readonly CsvRow[]): DateCell[][] =>
  rows.map(({ line, cells }) =>
    DATES.flatMap((name) => {
      const text = tidy(cells[name] ?? '');
      const date = readWrittenDate(text);
      return date ? [{ line, name, text, date }] : [];
    }),
  );

/** What the dates of a list leave open, or null. */
export function dateQuestionOf(rows: readonly CsvRow[]): DateQuestion | null {
  const found = dateOrderOf(datesOf(rows).flat());
  return typeof found === 'string' ? null : found;
}

/** The rows of a list with dates in ISO 8601. Text that is no date stays as it is. */
function withIsoDates(rows: readonly CsvRow[], given: DateOrder | undefined): CsvRow[] {
  const dates = datesOf(rows);
  const order = given ?? requireDateOrder(dateOrderOf(dates.flat()));
  return rows.map((row, index) => {
    const read = dates[index]?.map(({ name, text, date }) => [name, date[order] ?? text]) ?? [];
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(read) } };
  });
}

/**
 * Checks the rows of a list.
 * @throws AppError as `requireDateOrder`
 */
export function checkListRows(
  rows: readonly CsvRow[],
  { allowDuplicate, dateOrder }: { allowDuplicate: boolean; dateOrder?: DateOrder | undefined },
): CheckedRow[] {
  const tidied = rows.map((row) => ({ ...row, cells: tidyCells(row.cells) }));
  const read = withIsoDates(tidied, dateOrder);
  return markDuplicates(
    read.map(({ line, cells, columns, columnsExpected }) => {
      const row = checkRow(line, { ...cells, allowDuplicate });
      if (columns <= columnsExpected) return row;
      const errors = { columns: [rowProblem('columns', columns, columnsExpected)] };
      return { ...row, errors: { ...row.errors, ...errors } };
    }),
  );
}
