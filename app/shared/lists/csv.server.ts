import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { t } from '#messages';
import { AppError, invalid } from './errors.server.ts';

/** Longer than any valid row. */
const MAX_RECORD_BYTES = 65_536;
/** More than a file has, because spreadsheets append empty columns. */
const MAX_COLUMNS = 256;
const invalidFile = (what: string) => invalid(what, { file: [what] });
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Describe = (line: number, detail: string) => string;

/** The texts about an invalid file, unless a kind of file has its own. */
const PROBLEMS = {
  nul: (line) => t('readCsv.lineContainsANulCharacter', { line }),
  notUtf8: (line) => t('readCsv.lineIsNotUtf8', { line }),
  tooLong: (line) => t('readCsv.lineIsLongerThan64Kb', { line }),
  openQuote: (line) => t('readCsv.lineHasAQuotationMarkThatIsNotClosed', { line }),
  wrongQuote: (line) => t('readCsv.lineHasAQuotationMarkInTheWrongPlace', { line }),
  tooManyColumns: (line) => t('readCsv.lineHasMoreThanMaxcolumnsColumns', { line, maxColumns: MAX_COLUMNS }),
  missingColumns: (line, missing) => t('readCsv.lineLacksTheColumnsMissing', { line, missing }),
  columnTwice: (line, twice) => t('readCsv.lineHasTheColumnTwiceTwice', { line, twice }),
  noRows: () => t('readCsv.theFileHasNoRows'),
} satisfies Record<string, Describe>;

/** A kind of file: its columns and limits. */
export type CsvFile = {
  columns: readonly string[];
  required: readonly string[];
  /** Whether the last of two equal columns counts. */
  mayRepeatColumns?: boolean;
  maxBytes: number;
  maxLines?: number;
  /** Blank records count, because the parser needs time for them. */
  maxRecords?: number;
  maxRows: number;
  problems: Partial<Record<keyof typeof PROBLEMS, Describe>> &
    Record<'tooLarge' | 'tooManyRows' | 'unknownColumn', Describe>;
};

export type CsvRow = {
  line: number;
  cells: Record<string, string>;
  columnsExpected: number;
  columns: number;
};

const problemOf = (file: CsvFile, problem: keyof CsvFile['problems'], line = 0, detail = '') =>
  invalidFile({ ...PROBLEMS, ...file.problems }[problem](line, detail));

const tooManyLines = (maxLines: number) =>
  invalidFile(t('readCsv.theFileMustHaveAtMostMaxlinesLines', { maxLines }));

/** Rejects a file that is not UTF-8 text and names the first such line. */
function requireUtf8(bytes: Buffer, file: CsvFile) {
  const nul = bytes.indexOf(0);
  if (nul < 0 && isUtf8(bytes)) return;
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const text = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (text.includes(0)) throw problemOf(file, 'nul', line);
    if (!isUtf8(text)) throw problemOf(file, 'notUtf8', line);
    if (end < 0) break;
    start = end + 1;
  }
}

/**
 * Rejects files with too many lines or a line that is too long for a row. Otherwise the parser would keep each of a million
 * empty columns.
 */
function requireShortLines(bytes: Buffer, file: CsvFile) {
  const { maxLines = Number.POSITIVE_INFINITY } = file;
  let [line, start] = [1, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) {
      if (at - start >= MAX_RECORD_BYTES) throw problemOf(file, 'tooLong', line);
      continue;
    }
    if (bytes[at] === LINE_FEED || bytes[at + 1] !== LINE_FEED) line += 1;
    if (line > maxLines + 1) throw tooManyLines(maxLines);
    start = at + 1;
  }
}

/** Comma or semicolon, whichever is more frequent in the first line. */
function delimiterOf(bytes: Buffer): ',' | ';' {
  const [header = ''] = bytes.subarray(0, MAX_RECORD_BYTES).toString('latin1').split('\n', 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

/** The columns of the header, in any case. */
function columnsOf(header: string[], line: number, file: CsvFile): string[] {
  const { columns, required } = file;
  const names = header.map((cell) => cell.replace(/[\s_-]/g, '').toLowerCase());
  while (names.length > 0 && names.at(-1) === '') names.pop();
  const found = names.map((name, index) => {
    const column = columns.find((known) => known.toLowerCase() === name);
    if (column) return column;
    throw problemOf(file, 'unknownColumn', line, header[index]?.slice(0, 50));
  });
  const twice = found.find((column, index) => found.indexOf(column) < index);
  if (twice && !file.mayRepeatColumns) throw problemOf(file, 'columnTwice', line, twice);
  const missing = required.filter((column) => !found.includes(column));
  if (missing.length > 0) throw problemOf(file, 'missingColumns', line, missing.join(', '));
  return found;
}

/** Converts a parser error to an AppError that names the line. */
function toInvalidLine(error: unknown, line: number, file: CsvFile): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return problemOf(file, 'tooLong', line);
  return problemOf(file, error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : 'wrongQuote', line);
}

/**
 * Reads a CSV (RFC 4180): UTF-8 with or without byte order mark, comma or semicolon, columns in any order and case.
 * Blank rows are skipped.
 * @throws AppError invalid, naming the line; too-large
 */
export function readCsv(bytes: Buffer, file: CsvFile): CsvRow[] {
  const { maxRecords = Number.POSITIVE_INFINITY, maxRows } = file;
  if (bytes.length > file.maxBytes) throw new AppError('too-large', file.problems.tooLarge(0, ''));
  requireUtf8(bytes, file);
  requireShortLines(bytes, file);
  let columns: string[] | undefined;
  let [lastLine, records] = [0, 0];
  const rows: CsvRow[] = [];
  const addRecord = (record: string[], end: number) => {
    const line = lastLine + 1;
    lastLine = end;
    records += 1;
    if (records > maxRecords) throw tooManyLines(maxRecords);
    if (record.length > MAX_COLUMNS) throw problemOf(file, 'tooManyColumns', line);
    if (record.every((cell) => cell.trim() === '')) return;
    if (!columns) {
      columns = columnsOf(record, line, file);
      return;
    }
    if (rows.length === maxRows) throw problemOf(file, 'tooManyRows');
    const { length } = columns;
    const cells = Object.fromEntries(columns.map((column, index) => [column, record[index] ?? '']));
    const hasMore = record.slice(length).some((cell) => cell.trim() !== '');
    rows.push({ line, cells, columnsExpected: length, columns: hasMore ? record.length : length });
  };
  try {
    parse(bytes, {
      bom: true,
      delimiter: delimiterOf(bytes),
      max_record_size: MAX_RECORD_BYTES,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Handles each record as soon as it is parsed, so that the parser doesn't buffer them.
      on_record: (record: string[], { lines }) => {
        addRecord(record, lines);
        return null;
      },
    });
  } catch (error) {
    throw toInvalidLine(error, lastLine + 1, file);
  }
  if (rows.length === 0) throw problemOf(file, 'noRows');
  return rows;
}

/** Characters that spreadsheets skip before a formula: spaces, control characters, byte order marks, invisible characters. */
const SKIPPED = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;
/** Characters that start a formula. NFKC normalizes superscript minus signs to U+2212. */
const OPERATORS = new Set(['=', '+', '-', '\u2212', '@']);

function isFormula(cell: string): boolean {
  if (/^[\t\r\n]/.test(cell)) return true;
  const first = cell.replace(SKIPPED, '').codePointAt(0);
  if (first === undefined) return false;
  // Normalize only one character, because normalizing a run of combining marks takes quadratic time.
  return OPERATORS.has(String.fromCodePoint(first).normalize('NFKC').charAt(0));
}

/** Adds an apostrophe to a formula, so that spreadsheets show it as text. */
const neutralize = (cell: string) => (isFormula(cell) ? `'${cell}` : cell);

/** Formats a line of a CSV file (RFC 4180) that is safe to open in a spreadsheet. */
export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => `"${neutralize(cell ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;
