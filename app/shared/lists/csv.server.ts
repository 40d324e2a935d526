import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { decodeText, type Encoding, encodingOf } from '#app/shared/decode-text.ts';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { headerOf, LEFT_OUT } from './columns.ts';
import type { CsvFile, ReadList } from './list-rows.server.ts';
import { createRows, MOST_TITLE_ROWS, problemOf, tooManyLines } from './list-rows.server.ts';
import { isSpreadsheet, readSpreadsheet, type Sheet } from './spreadsheet.server.ts';

/** Longer than any valid row. */
const MAX_RECORD_BYTES = 65_536;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

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

/** Converts a parser error to an AppError that names the line. */
function toInvalidLine(error: unknown, line: number, file: CsvFile): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return problemOf(file, 'tooLong', line);
  return problemOf(file, error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : 'wrongQuote', line);
}

/** What PDFs, web pages, XML, RTF and JSON begin with. Exports of web sites that are named .xls are web pages. */
const OF_ANOTHER_KIND = /^\s*(?:%PDF-|<[!?a-z]|\{\\rtf|[[{]\s*["{[])/i;

/** @throws AppError invalid for a file that is no text, or that is another kind of document */
function requireText(bytes: Buffer, head: string, encoding: Encoding) {
  const isBinary = encoding !== 'utf-8' && bytes.includes(0);
  if (isBinary || OF_ANOTHER_KIND.test(head)) throw invalidFile(t('lists.theFileIsNoSpreadsheet'));
}

function parseText(bytesOfFile: Buffer, encoding: Encoding, file: CsvFile): ReadList {
  if (encoding === 'utf-8') requireUtf8(bytesOfFile, file);
  const text = encoding === 'utf-8' ? bytesOfFile : Buffer.from(decodeText(bytesOfFile, encoding));
  // Enough to tell what the file is. All of a large one would be another copy of it.
  const head = decodeText(text.subarray(0, MAX_RECORD_BYTES), 'utf-8');
  requireText(text, head, encoding);
  const sep = SEP_LINE.exec(head);
  const start = sep ? text.indexOf(sep[0]) + Buffer.byteLength(sep[0]) : 0;
  const skipped = sep ? 1 : 0;
  const bytes = text.subarray(start);
  requireLines(bytes, file);
  const rows = createRows(file);
  let lastLine = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter: sep?.[1] ?? separatorOf(head),
      // A quotation mark within a cell without quotes, as in 'Yoga 12" mat', is text, as in spreadsheets. Spaces around quotation marks are skipped.
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

/** How a file may be read: a text in another encoding than the one that fits, or another sheet than the first. */
export type ListSource = { encoding?: Encoding | undefined; sheet?: number | undefined };

/** The number of hidden rows in the list of a spreadsheet, and the names of its hidden columns. */
export type Hidden = { rows: number; columns: string[] };

/** A list, and how it was read: a text in its encoding, which is `isGuessed` if nothing but its letters tells it, or one of the sheets. */
export type List = ReadList &
  (
    | { encoding: Encoding; isGuessed: boolean; sheets?: undefined; hidden?: undefined }
    | { encoding?: undefined; isGuessed?: undefined; sheets: string[]; sheet: number; hidden: Hidden | null }
  );

/** The hidden rows and columns of a list, or null without any. Ignores columns that are left out. */
function hiddenOf({ rows, header: { names, targets } }: ReadList, sheet: Sheet): Hidden | null {
  const lines = new Set(sheet.rows.flatMap(({ line, isHidden }) => (isHidden ? [line] : [])));
  const hidden = {
    rows: rows.filter(({ line }) => lines.has(line)).length,
    columns: names.filter((_, at) => targets[at] !== LEFT_OUT && sheet.hiddenColumns.has(at)),
  };
  return hidden.rows + hidden.columns.length > 0 ? hidden : null;
}

/**
 * Reads a list as spreadsheets save it: .xlsx, .ods, or text (RFC 4180) in any of `ENCODINGS`, with commas, semicolons, tabs or bars.
 * Columns are in any order and case, and blank rows are skipped.
 * @throws AppError invalid, naming the line; too-large; as `readSpreadsheet`
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
  const namesColumns = ({ cells }: { cells: string[] }) => headerOf(cells, file).missing.length === 0;
  const found = await readSpreadsheet(
    bytes,
    (sheetRows) =>
      file.isFoundByHeader
        ? sheetRows.slice(0, MOST_TITLE_ROWS + 1).some(namesColumns)
        : sheetRows.length > 1,
    sheet,
  );
  const rows = createRows(file);
  for (const { line, cells, numbers } of found.rows) rows.add(cells, line, numbers);
  const list = rows.end();
  return { ...list, sheets: found.sheets, sheet: found.index, hidden: hiddenOf(list, found) };
}
