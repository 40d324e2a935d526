import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { FIELD_NAMES, REQUIRED_NAMES } from '#app/certificates/fields.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { MAX_CSV_ROWS } from './batch.schema.ts';
import { csvTooLarge, MAX_CSV_BYTES } from './limits.ts';

const COLUMNS: readonly string[] = [...FIELD_NAMES, 'expiresAfter'];
/** Header and example row of the template file. */
export const csvTemplate = (): readonly (readonly string[])[] => [
  FIELD_NAMES,
  [t('readCsv.ingridSRensen'), 'ingrid@students.example', t('readCsv.distributedSystems'), '2026-02-28', ''],
];

/** Longer than any valid row. */
const MAX_RECORD_BYTES = 65_536;
/** Most lines of a file. Blank lines are not rows, but the parser needs 50 µs for each of them. */
const MAX_LINES = 3 * MAX_CSV_ROWS;
/** More than the template has, because spreadsheets append empty columns. */
const MAX_COLUMNS = 256;
const invalidFile = (what: string) => invalid(what, { file: [what] });
const tooLong = (line: number) => invalidFile(t('readCsv.lineIsLongerThan64Kb', { line }));
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export type CsvRow = {
  line: number;
  cells: Record<string, string>;
  columnsExpected: number;
  columns: number;
};

/** Rejects a file that is not UTF-8 text and names the first such line. */
function requireUtf8(bytes: Buffer) {
  const nul = bytes.indexOf(0);
  if (nul < 0 && isUtf8(bytes)) return;
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const text = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (text.includes(0)) throw invalidFile(t('readCsv.lineContainsANulCharacter', { line }));
    if (!isUtf8(text)) throw invalidFile(t('readCsv.lineIsNotUtf8', { line }));
    if (end < 0) break;
    start = end + 1;
  }
}

/**
 * Rejects files with too many lines or a line that is too long for a row. Otherwise the parser would keep each of a million
 * empty columns.
 */
function requireShortLines(bytes: Buffer) {
  let [line, start] = [1, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) {
      if (at - start >= MAX_RECORD_BYTES) throw tooLong(line);
      continue;
    }
    if (bytes[at] === LINE_FEED || bytes[at + 1] !== LINE_FEED) line += 1;
    if (line > MAX_LINES + 1)
      throw invalidFile(t('readCsv.theFileMustHaveAtMostMaxlinesLines', { maxLines: MAX_LINES }));
    start = at + 1;
  }
}

/** Comma or semicolon, whichever is more frequent in the first line. */
function delimiterOf(bytes: Buffer): ',' | ';' {
  const end = bytes.indexOf(LINE_FEED);
  const header = bytes
    .subarray(0, Math.min(end < 0 ? bytes.length : end, MAX_RECORD_BYTES))
    .toString('latin1');
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

/** Maps the header's columns to fields. */
function fieldsOf(header: string[], line: number): string[] {
  const names = header.map((cell) => cell.replace(/[\s_-]/g, '').toLowerCase());
  while (names.length > 0 && names.at(-1) === '') names.pop();
  const fields = names.map((name, index) => {
    const field = COLUMNS.find((column) => column.toLowerCase() === name);
    if (field) return field;
    const shown = header[index]?.slice(0, 50) ?? '';
    throw invalidFile(
      t('readCsv.lineHasTheUnknownColumnShownColumnsAreColumns', {
        line,
        shown,
        columns: COLUMNS.join(', '),
      }),
    );
  });
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  if (twice) throw invalidFile(t('readCsv.lineHasTheColumnTwiceTwice', { line, twice }));
  const missing = REQUIRED_NAMES.filter((field) => !fields.includes(field));
  if (missing.length > 0)
    throw invalidFile(t('readCsv.lineLacksTheColumnsMissing', { line, missing: missing.join(', ') }));
  return fields;
}

/** Converts a parser error to an AppError that names the line. */
function toInvalidLine(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(line);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return invalidFile(t('readCsv.lineHasAQuotationMarkThatIsNotClosed', { line }));
  return invalidFile(t('readCsv.lineHasAQuotationMarkInTheWrongPlace', { line }));
}

/**
 * Reads a CSV (RFC 4180): UTF-8 with or without byte order mark, comma or semicolon, columns in any order and case.
 * Blank rows are skipped.
 * @throws AppError invalid, naming the line; too-large
 */
export function readCsv(bytes: Buffer): CsvRow[] {
  if (bytes.length > MAX_CSV_BYTES) throw new AppError('too-large', csvTooLarge());
  requireUtf8(bytes);
  requireShortLines(bytes);
  let fields: string[] | undefined;
  let lastLine = 0;
  const rows: CsvRow[] = [];
  const addRecord = (record: string[], end: number) => {
    const line = lastLine + 1;
    lastLine = end;
    if (record.length > MAX_COLUMNS)
      throw invalidFile(t('readCsv.lineHasMoreThanMaxcolumnsColumns', { line, maxColumns: MAX_COLUMNS }));
    if (record.every((cell) => cell.trim() === '')) return;
    if (!fields) {
      fields = fieldsOf(record, line);
      return;
    }
    if (rows.length === MAX_CSV_ROWS) throw invalidFile(t('readCsv.theFileMustHaveAtMost'));
    const cells = Object.fromEntries(fields.map((field, index) => [field, record[index] ?? '']));
    const extra = record.slice(fields.length).some((cell) => cell.trim() !== '');
    rows.push({
      line,
      cells,
      columnsExpected: fields.length,
      columns: extra ? record.length : fields.length,
    });
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
    throw toInvalidLine(error, lastLine + 1);
  }
  if (rows.length === 0) throw invalidFile(t('readCsv.theFileHasNoRows'));
  return rows;
}
