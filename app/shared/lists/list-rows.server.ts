import { invalidFile } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { Header, ListColumns, Place } from './columns.ts';
import { guessByCells, hasAddress, headerOf, LEFT_OUT, MAX_COLUMNS } from './columns.ts';
import { withoutNeutralizer } from './csv-line.server.ts';

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
  /** Whether the list of a spreadsheet is in the first sheet with the required columns, not in the first with rows. */
  isFoundByHeader?: boolean;
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
  /** The cells of a spreadsheet whose numbers may be read as two, written with one meaning. */
  numbers?: Record<string, string>;
};

type Numbers = ReadonlyMap<number, string>;

export const problemOf = (file: CsvFile, problem: keyof CsvFile['problems'], line = 0, detail = '') =>
  invalidFile({ ...PROBLEMS, ...file.problems }[problem](line, detail));

export const tooManyLines = (maxLines: number) =>
  invalidFile(t('readCsv.theFileMustHaveAtMostMaxlinesLines', { maxLines }));

/** Rows above the header that a list may have, such as a title and a date. */
export const MOST_TITLE_ROWS = 20;

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

/** The value of a column in a record: its cell, or the cells that are joined. */
function cellAt(record: readonly string[], place: Place, isOurs: boolean): string {
  const cells = place.map((at) => (isOurs ? withoutNeutralizer(record[at] ?? '') : (record[at] ?? '')));
  return cells.length === 1 ? (cells[0] ?? '') : cells.filter((cell) => cell !== '').join(' ');
}

/** The numbers of a spreadsheet's row by their columns. */
const numbersOf = (places: Header['places'], own: Numbers): Record<string, string> =>
  Object.fromEntries(
    [...places]
      .map(([column, [at = -1]]) => [column, own.get(at)])
      .filter(([, number]) => number !== undefined),
  );

/** A record among which the header is looked for. */
type FirstRecord = { record: string[]; line: number; header: Header; numbers: Numbers | undefined };

const filled = (record: readonly string[]) => record.filter((cell) => cell.trim() !== '').length;

/** The record that was chosen for the header, or has most names of columns. Undefined if the list has none. */
function headerAmong(first: readonly FirstRecord[], { asks, chosen }: CsvFile): FirstRecord | undefined {
  if (chosen?.line === NO_HEADER) return undefined;
  const chosenRecord = chosen && first.find(({ line }) => line === chosen.line);
  if (chosenRecord) return chosenRecord;
  const known = ({ record, header }: FirstRecord) => (asks && hasAddress(record) ? 0 : header.known);
  const [best] = first.toSorted(
    (a, b) => known(b) - known(a) || (asks ? filled(b.record) - filled(a.record) : 0),
  );
  // A row with an email address is a person. As the header it would be lost.
  return best && asks && hasAddress(best.record) ? undefined : best;
}

/** @throws AppError invalid for columns that only a reader who is asked may have */
function requireKnownColumns(file: CsvFile, { header: { unknown, twice, missing }, line }: FirstRecord) {
  if (file.asks) return;
  if (unknown.length > 0)
    throw problemOf(file, 'unknownColumn', line, unknown.map((name) => name.slice(0, 50)).join(', '));
  if (twice && !file.mayRepeatColumns) throw problemOf(file, 'columnTwice', line, twice);
  if (missing.length > 0) throw problemOf(file, 'missingColumns', line, missing.join(', '));
}

/** The cells of a record by their columns, or the values for rows without their own. */
function cellsOf(record: readonly string[], { places, lastFirst, isOurs }: Header, file: CsvFile) {
  const cells: Record<string, string> = {};
  for (const [column, at] of places) cells[column] = cellAt(record, at, isOurs);
  for (const [column, text] of Object.entries(file.chosen?.fixed ?? {}))
    if (text.trim() !== '' && (cells[column] ?? '').trim() === '') cells[column] = text;
  const joined = file.joined?.column ?? '';
  if (lastFirst) cells[joined] = reversed(cells[joined] ?? '');
  return cells;
}

/** Collects the rows of a list, record by record. */
export function createRows(file: CsvFile) {
  const { maxRecords = Number.POSITIVE_INFINITY, maxRows } = file;
  const rows: CsvRow[] = [];
  const samples: string[][] = [];
  const first: FirstRecord[] = [];
  let found: { header: Header; line: number; names: string[] } | undefined;
  let [records, length] = [0, 0];

  function addRow(record: string[], line: number, header: Header, own?: Numbers) {
    if (rows.length === maxRows) throw problemOf(file, 'tooManyRows');
    if (samples.length < GUESSED_BY) samples.push(record.slice(0, length));
    const columns = record.slice(length).some((cell) => cell.trim() !== '') ? record.length : length;
    const row = { line, cells: cellsOf(record, header, file), columnsExpected: length, columns };
    rows.push(own ? { ...row, numbers: numbersOf(header.places, own) } : row);
  }

  /** Takes the records below the header for rows. Without a header all are, and the columns have no names. */
  function open() {
    if (first.length === 0) return;
    const best = headerAmong(first, file);
    if (best) requireKnownColumns(file, best);
    length = best ? widthOf(best.record) : Math.max(...first.map(({ record }) => widthOf(record)));
    const names = best ? best.record.slice(0, length) : Array.from({ length }, () => '');
    found = { header: best?.header ?? headerOf(names, file), line: best?.line ?? NO_HEADER, names };
    for (const { record, line, numbers } of best ? first.slice(first.indexOf(best) + 1) : first)
      addRow(record, line, found.header, numbers);
  }

  return {
    add(record: string[], line: number, numbers?: Numbers) {
      records += 1;
      if (records > maxRecords) throw tooManyLines(maxRecords);
      if (record.length > MAX_COLUMNS) throw problemOf(file, 'tooManyColumns', line);
      if (record.every((cell) => cell.trim() === '')) return;
      if (found) return addRow(record, line, found.header, numbers);
      const header = headerOf(record, file);
      first.push({ record, line, header, numbers });
      const isHeader = file.chosen ? file.chosen.line === line : header.missing.length === 0;
      if (isHeader || !file.synonyms || first.length > MOST_TITLE_ROWS) open();
    },
    /** @throws AppError invalid without a header or rows */
    end(): ReadList {
      if (!found) open();
      if (!found || rows.length === 0) throw problemOf(file, 'noRows');
      const { line, names, header } = found;
      const named = names.map((_, at) => header.targets[at] ?? LEFT_OUT);
      const { isOurs, missing, twice, joinsTooMany } = header;
      const targets = isOurs || file.chosen ? named : guessByCells(named, samples, file);
      return {
        rows,
        header: { line, names, targets, isOurs, missing, twice, joinsTooMany },
        samples: samples.slice(0, SAMPLES),
      };
    },
  };
}
