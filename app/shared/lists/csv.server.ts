import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { decodeText, type Encoding, encodingOf } from '#app/shared/decode-text.ts';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import {
  guessByCells,
  type Header,
  hasAddress,
  headerOf,
  LEFT_OUT,
  type ListColumns,
  MAX_COLUMNS,
} from './columns.ts';
import { isSpreadsheet, readSpreadsheet } from './spreadsheet.server.ts';

/** Longer than any valid row. */
const MAX_RECORD_BYTES = 65_536;
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

/** A kind of list: its columns and limits. */
export type CsvFile = ListColumns & {
  /** Whether the last of two equal columns counts. */
  mayRepeatColumns?: boolean;
  /** Whether the reader is asked about unknown and missing columns, which are otherwise refused. */
  asks?: boolean;
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
  if (isUtf8(bytes)) return;
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const text = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(text)) throw problemOf(file, 'notUtf8', line);
    if (end < 0) break;
    start = end + 1;
  }
}

/**
 * Rejects files with too many lines, a NUL, or a line that is too long for a row. Otherwise the parser would keep each of a million
 * empty columns.
 */
function requireLines(bytes: Buffer, file: CsvFile) {
  const { maxLines = Number.POSITIVE_INFINITY } = file;
  let [line, start] = [1, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) throw problemOf(file, 'nul', line);
    if (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) {
      if (at - start >= MAX_RECORD_BYTES) throw problemOf(file, 'tooLong', line);
      continue;
    }
    if (bytes[at] === LINE_FEED || bytes[at + 1] !== LINE_FEED) line += 1;
    if (line > maxLines + 1) throw tooManyLines(maxLines);
    start = at + 1;
  }
}

/** Separators of cells, the preferred one first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** A first line with which Excel says which separator it uses. */
const SEP_LINE = /^"?sep=(.)"?[ ,;\t|]*\r?\n?/i;

/** The separator that gives most cells in lines of the same length, among the first lines and outside quotes. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, MAX_RECORD_BYTES)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, MOST_TITLE_ROWS + 1);
  const cellsOf = (separator: string) => {
    const cells = new Map<number, number>();
    for (const line of lines) {
      const { length } = line.split(separator);
      if (length > 1) cells.set(length, (cells.get(length) ?? 0) + length);
    }
    return Math.max(0, ...cells.values());
  };
  const found = new Map(SEPARATORS.map((separator) => [separator, cellsOf(separator)]));
  return SEPARATORS.toSorted((one, other) => (found.get(other) ?? 0) - (found.get(one) ?? 0))[0] ?? ',';
}

/** Rows above the header that a list may have, such as a title and a date. */
const MOST_TITLE_ROWS = 20;

/** The header of a list, as a reader is asked about it. */
export type ListHeader = Omit<Header, 'places' | 'lastFirst' | 'known' | 'unknown'> & {
  line: number;
  names: string[];
};
export type ReadList = { rows: CsvRow[]; header: ListHeader; samples: string[][] };

/** Rows that a reader sees beside the header, and those by which columns are guessed. */
const [SAMPLES, GUESSED_BY] = [3, 20];

/** The line of the header of a list that has none. */
const NO_HEADER = 0;

/** The place behind the last cell that is not blank. */
const widthOf = (record: readonly string[]) => record.findLastIndex((cell) => cell.trim() !== '') + 1;

const reversed = (cell: string) => {
  const comma = cell.search(/[,;/\u060c\uff0c]/);
  return comma < 0 ? cell : `${cell.slice(comma + 1).trim()} ${cell.slice(0, comma).trim()}`;
};

/** Collects the rows of a list, record by record. */
function createRows(file: CsvFile) {
  const { maxRecords = Number.POSITIVE_INFINITY, maxRows } = file;
  const rows: CsvRow[] = [];
  const samples: string[][] = [];
  /** Records among which the header is looked for. */
  const first: { record: string[]; line: number; header: Header }[] = [];
  let found: { header: Header; line: number; names: string[] } | undefined;
  let [records, length] = [0, 0];

  function addRow(record: string[], line: number, { places, lastFirst, isOurs }: Header) {
    if (rows.length === maxRows) throw problemOf(file, 'tooManyRows');
    if (samples.length < GUESSED_BY) samples.push(record.slice(0, length));
    const cells: Record<string, string> = {};
    for (const [column, at] of places)
      cells[column] = at
        .map((place) => (isOurs ? withoutNeutralizer(record[place] ?? '') : (record[place] ?? '')))
        .filter((cell) => cell !== '' || at.length === 1)
        .join(' ');
    for (const [column, text] of Object.entries(file.chosen?.fixed ?? {}))
      if (text.trim() !== '' && (cells[column] ?? '').trim() === '') cells[column] = text;
    const joined = file.joined?.column ?? '';
    if (lastFirst) cells[joined] = reversed(cells[joined] ?? '');
    const hasMore = record.slice(length).some((cell) => cell.trim() !== '');
    rows.push({ line, cells, columnsExpected: length, columns: hasMore ? record.length : length });
  }

  /** Takes all records for rows, and gives the columns no names. */
  function openWithoutHeader() {
    length = Math.max(...first.map(({ record }) => widthOf(record)));
    const names = Array.from({ length }, () => '');
    const header = headerOf(names, file);
    found = { header, line: NO_HEADER, names };
    for (const { record, line } of first) addRow(record, line, header);
  }

  /** Takes the record that has most names of columns for the header, and those below it for rows. */
  function open() {
    const filled = ({ record }: { record: string[] }) => record.filter((cell) => cell.trim() !== '').length;
    const known = ({ record, header }: (typeof first)[number]) =>
      file.asks && hasAddress(record) ? 0 : header.known;
    const chosen = file.chosen && first.find(({ line }) => line === file.chosen?.line);
    const best =
      chosen ?? first.toSorted((a, b) => known(b) - known(a) || (file.asks ? filled(b) - filled(a) : 0))[0];
    if (!best) return;
    // A person is no name of a column, and must not be lost as one.
    if (file.chosen?.line === NO_HEADER || (file.asks && !chosen && hasAddress(best.record)))
      return openWithoutHeader();
    const { header, line, record } = best;
    const { unknown, twice, missing } = header;
    if (!file.asks) {
      if (unknown.length > 0)
        throw problemOf(file, 'unknownColumn', line, unknown.map((name) => name.slice(0, 50)).join(', '));
      if (twice && !file.mayRepeatColumns) throw problemOf(file, 'columnTwice', line, twice);
      if (missing.length > 0) throw problemOf(file, 'missingColumns', line, missing.join(', '));
    }
    length = widthOf(record);
    found = { header, line, names: record.slice(0, length) };
    for (const below of first.slice(first.indexOf(best) + 1)) addRow(below.record, below.line, header);
  }

  return {
    add(record: string[], line: number) {
      records += 1;
      if (records > maxRecords) throw tooManyLines(maxRecords);
      if (record.length > MAX_COLUMNS) throw problemOf(file, 'tooManyColumns', line);
      if (record.every((cell) => cell.trim() === '')) return;
      if (found) return addRow(record, line, found.header);
      const header = headerOf(record, file);
      first.push({ record, line, header });
      const isHeader = file.chosen ? file.chosen.line === line : header.missing.length === 0;
      if (isHeader || !file.synonyms || first.length > MOST_TITLE_ROWS) open();
    },
    /** @throws AppError invalid without a header or rows */
    end(): ReadList {
      if (!found) open();
      if (!found || rows.length === 0) throw problemOf(file, 'noRows');
      const { line, names, header } = found;
      const named = names.map((_, at) => header.targets[at] ?? LEFT_OUT);
      const { isOurs, missing, twice } = header;
      const targets = isOurs || file.chosen ? named : guessByCells(named, samples, file);
      return {
        rows,
        header: { line, names, targets, isOurs, missing, twice },
        samples: samples.slice(0, SAMPLES),
      };
    },
  };
}

/** Converts a parser error to an AppError that names the line. */
function toInvalidLine(error: unknown, line: number, file: CsvFile): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return problemOf(file, 'tooLong', line);
  return problemOf(file, error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : 'wrongQuote', line);
}

/** What PDFs, web pages, XML, RTF and JSON begin with. Exports of web sites that are named .xls are web pages. */
const OF_ANOTHER_KIND = /^\s*(?:%PDF-|<[!?a-z]|\{\\rtf|[[{]\s*["{[])/i;

/** @throws AppError invalid for a file that is no text, or that is another kind of document */
function requireText(text: string, encoding: Encoding) {
  const isBinary = encoding !== 'utf-8' && text.includes('\0');
  if (isBinary || OF_ANOTHER_KIND.test(text.slice(0, MAX_RECORD_BYTES)))
    throw invalidFile(t('lists.theFileIsNoSpreadsheet'));
}

function parseText(bytesOfFile: Buffer, encoding: Encoding, file: CsvFile): ReadList {
  if (encoding === 'utf-8') requireUtf8(bytesOfFile, file);
  const text = decodeText(bytesOfFile, encoding);
  requireText(text, encoding);
  const sep = SEP_LINE.exec(text);
  const body = sep ? text.slice(sep[0].length) : text;
  const skipped = sep ? 1 : 0;
  const bytes = Buffer.from(body);
  requireLines(bytes, file);
  const rows = createRows(file);
  let lastLine = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter: sep?.[1] ?? separatorOf(body),
      // A quotation mark within a cell without quotes, as in 'Yoga 12" mat', is text, as in spreadsheets. So are spaces around quotes nothing.
      relax_quotes: true,
      trim: true,
      max_record_size: MAX_RECORD_BYTES,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Handles each record as soon as it is parsed, so that the parser doesn't buffer them.
      on_record: (record: string[], { lines }) => {
        const line = lastLine + 1 + skipped;
        lastLine = lines;
        rows.add(record, line);
        return null;
      },
    });
  } catch (error) {
    throw toInvalidLine(error, lastLine + 1 + skipped, file);
  }
  return rows.end();
}

const requireSmall = (bytes: Buffer, file: CsvFile) => {
  if (bytes.length > file.maxBytes) throw new AppError('too-large', file.problems.tooLarge(0, ''));
};

/**
 * Reads a CSV (RFC 4180): text in any of `ENCODINGS`, with commas, semicolons, tabs or bars, columns in any order and case. Blank rows
 * are skipped.
 * @throws AppError invalid, naming the line; too-large
 */
export function readCsv(bytes: Buffer, file: CsvFile): CsvRow[] {
  requireSmall(bytes, file);
  if (isSpreadsheet(bytes)) throw problemOf(file, 'notUtf8');
  return parseText(bytes, encodingOf(bytes).encoding, file).rows;
}

/** How a file may be read: a text in another encoding than the one that fits, or another sheet than the first. */
export type ListSource = { encoding?: Encoding | undefined; sheet?: number | undefined };

/** A list, and how it was read: a text in its encoding, which is `isGuessed` if nothing but its letters tells it, or one of the sheets. */
export type List = ReadList &
  (
    | { encoding: Encoding; isGuessed: boolean; sheets?: undefined }
    | { encoding?: undefined; isGuessed?: undefined; sheets: string[]; sheet: number }
  );

/**
 * Reads a list as spreadsheets save it: .xlsx, .ods, or text in any of `ENCODINGS`.
 * @throws AppError as `readCsv`, `requireText` and `readSpreadsheet`
 */
export async function readList(
  bytes: Buffer,
  file: CsvFile,
  { encoding, sheet }: ListSource = {},
): Promise<List> {
  requireSmall(bytes, file);
  if (!isSpreadsheet(bytes)) {
    const guess = encodingOf(bytes);
    const chosen = encoding ?? guess.encoding;
    return { ...parseText(bytes, chosen, file), encoding: chosen, isGuessed: guess.isGuessed && !encoding };
  }
  const found = await readSpreadsheet(bytes, file.maxLines ?? file.maxRows, sheet);
  const rows = createRows(file);
  for (const { line, cells } of found.rows) rows.add(cells, line);
  return { ...rows.end(), sheets: found.sheets, sheet: found.index };
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

/** The cell before `neutralize`, in a file of ours that is read again. */
const withoutNeutralizer = (cell: string) =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

/** Formats a line of a CSV file (RFC 4180) that is safe to open in a spreadsheet. */
export const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => `"${neutralize(cell ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;
