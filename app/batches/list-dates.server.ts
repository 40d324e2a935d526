import { readExpiresAfter } from '#app/certificates/certificate.schema.ts';
import { FIELD_NAMES, isDateField } from '#app/certificates/fields.ts';
import { controlOf, keyOf, type OwnField } from '#app/certificates/own-fields.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalidFile } from '#app/shared/errors.server.ts';
import { trimInvisible } from '#app/shared/invisible-characters.ts';
import type { CsvRow } from '#app/shared/lists/list-rows.server.ts';
import { type DateOrder, readWrittenDate, type WrittenDate } from '#app/shared/lists/written-dates.ts';
import { t } from '#messages';
import { type DateQuestion, datesAreMixed, meaningsOf } from './list-questions.ts';

/** Runs of white space. The narrow space before Mongolian suffixes changes their letters. */
const SPACES = /(?:(?!(?<=[\u1820-\u18aa])\u202f[\u1820-\u18aa])[\s\p{Z}])+/gu;

/** A cell on one line, without soft hyphens and without spaces and other invisible characters at its ends. */
const tidy = (cell: string) => trimInvisible(cell.replaceAll('\u00ad', '').replace(SPACES, ' '));

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
function moveExpiry(cells: Record<string, string>) {
  const { expiryDate = '', expiresAfter = '' } = cells;
  const isDate = (text: string) => readWrittenDate(text) !== null;
  const isDuration = (text: string) => !isDate(text) && readExpiresAfter(text) !== null;
  if (expiresAfter === '' && expiryDate !== '' && isDuration(expiryDate))
    Object.assign(cells, { expiryDate: '', expiresAfter: expiryDate });
  else if (expiryDate === '' && isDate(expiresAfter))
    Object.assign(cells, { expiryDate: expiresAfter, expiresAfter: '' });
}

/** Puts each cell of a row on one line, without what does not count. In place, so that 10,000 rows are not kept twice. */
export function tidyCells(cells: Record<string, string>) {
  for (const [name, cell] of Object.entries(cells)) cells[name] = tidy(cell);
  if (cells.studentEmail) cells.studentEmail = bareAddress(cells.studentEmail);
  moveExpiry(cells);
}

export const DATES = FIELD_NAMES.filter(isDateField);

/** The columns of an issuer's list that have dates. */
export const dateColumns = (own: readonly OwnField[]): readonly string[] => [
  ...DATES,
  ...own.filter(({ kind }) => kind === 'date').map(({ key }) => controlOf(key)),
];

type DateCell = { line: number; name: string; text: string; date: WrittenDate };

/** Most certificates are of the last years, and hardly one is of the year after next. */
const [YEARS_BEFORE, YEARS_AFTER] = [5, 1];

function isNear(date = '') {
  const years = Number(date.slice(0, 4)) - new Date(now()).getUTCFullYear();
  return years >= -YEARS_BEFORE && years <= YEARS_AFTER;
}

/** The cells by which the order of the numbers is decided, the first of each kind. */
type Telling = {
  dayFirst?: DateCell;
  monthFirst?: DateCell;
  /** Its day or its month may be first. */
  open?: DateCell;
  /**
   * An issue date such as '26-03-04', which begins with the year in some countries: of another time with its day first. Only where each
   * date of the list may begin with the year, and only then all issue dates are of these years.
   */
  yearFirst?: DateCell;
};

function tellingCells(rows: readonly CsvRow[], columns: readonly string[]): Telling {
  const told: Telling = {};
  let mayBeginWithYear = true;
  for (const { line, cells } of rows)
    for (const name of columns) {
      const text = cells[name] ?? '';
      const date = readWrittenDate(text);
      if (!date) continue;
      const { dmy, mdy, ymd } = date;
      const cell = { line, name, text, date };
      if (dmy && !mdy) told.dayFirst ??= cell;
      if (mdy && !dmy) told.monthFirst ??= cell;
      if (dmy && mdy && dmy !== mdy) told.open ??= cell;
      if (!ymd) mayBeginWithYear = false;
      if (name !== 'issueDate' || !dmy || !ymd || dmy === ymd) continue;
      if (!isNear(ymd)) mayBeginWithYear = false;
      if (!isNear(dmy)) told.yearFirst ??= cell;
    }
  return mayBeginWithYear ? told : { ...told, yearFirst: undefined };
}

/** The order of the numbers in all dates of a list, or what they leave open. One date with a single meaning shows it. */
export function dateOrderOf(rows: readonly CsvRow[], columns: readonly string[]): DateOrder | DateQuestion {
  const { dayFirst, monthFirst, open, yearFirst } = tellingCells(rows, columns);
  if (dayFirst && monthFirst) {
    const { line, text } = dayFirst;
    return { type: 'mixed', line, text, line2: monthFirst.line, text2: monthFirst.text };
  }
  if (monthFirst) return 'mdy';
  const asked = yearFirst ?? (dayFirst ? undefined : open);
  if (!asked) return 'dmy';
  const { line, name, text, date } = asked;
  const { dmy = '', mdy = '', ymd = '' } = date;
  const meanings = asked === yearFirst ? { dmy, mdy: '', ymd } : { dmy, mdy };
  return { type: 'open', name, line, text, ...meanings };
}

/** @throws AppError invalid, with the question for a program */
export function requireDateOrder(found: DateOrder | DateQuestion): DateOrder {
  if (typeof found === 'string') return found;
  if (found.type === 'mixed') throw invalidFile(datesAreMixed(found));
  const { line } = found;
  const name = keyOf(found.name) ?? found.name;
  throw invalidFile(t('lists.datesHaveTwoMeanings', { column: name, line, meanings: meaningsOf(found) }));
}

/** Writes the dates of a row in ISO 8601. Text that is no date stays as it is. */
export function writeIsoDates(cells: Record<string, string>, order: DateOrder, columns: readonly string[]) {
  for (const name of columns) {
    const date = readWrittenDate(cells[name] ?? '')?.[order];
    if (date) cells[name] = date;
  }
}
