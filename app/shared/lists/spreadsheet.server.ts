import { inflateRawSync } from 'node:zlib';
import type { CellObject, Range, WorkBook, WorkSheet } from '@e965/xlsx';
import { unmistakable } from '#app/shared/entered-numbers.ts';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import type { ZipEntry } from '#app/shared/zip-directory.server.ts';
import {
  contentStart,
  DEFLATED,
  endOf,
  FILE_HEADER_BYTES,
  zipEntries,
} from '#app/shared/zip-directory.server.ts';
import { t } from '#messages';
import { MAX_COLUMNS } from './columns.ts';

/** Most bytes of all files in a spreadsheet, which is a ZIP. One of 10,000 rows and ten columns has 10 MB. */
const MAX_UNPACKED_BYTES = 30 * 1_048_576;
const MAX_ENTRIES = 2_000;
/** The list of an .ods's files. */
const MAX_MANIFEST_BYTES = 1_048_576;
/** The last line that is read. */
const MOST_LINES = 30_000;

const [ZIP, OLE] = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];
/** Part of an encrypted .xlsx, whose container is that of old files. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a file is a spreadsheet, or another file that starts like one. */
export const isSpreadsheet = (bytes: Uint8Array) =>
  [ZIP, OLE].some((magic) => magic.equals(bytes.subarray(0, magic.length)));

type Entry = Omit<ZipEntry, 'name'> & { name: string };

/** The files in a ZIP; null if it has no directory. */
function directoryOf(bytes: Buffer): Entry[] | null {
  const end = endOf(bytes);
  if (!end) return null;
  const entries: Entry[] = [];
  for (const entry of zipEntries(bytes.subarray(end.start))) {
    entries.push({ ...entry, name: entry.name.toString('latin1') });
    if (entries.length > MAX_ENTRIES) break;
  }
  return entries.length === 0 ? null : entries;
}

/** The content of a file in a ZIP; null if it is not as large as the directory says, so that no other size is unpacked. */
function contentOf(bytes: Buffer, { offset, packed, size }: Entry): Buffer | null {
  if (offset + FILE_HEADER_BYTES > bytes.length) return null;
  const start = contentStart(offset, bytes.subarray(offset));
  const content = bytes.subarray(start, start + packed);
  try {
    const isPacked = bytes.readUInt16LE(offset + 8) === DEFLATED;
    const unpacked = isPacked ? inflateRawSync(content, { maxOutputLength: size + 1 }) : content;
    return unpacked.length === size ? unpacked : null;
  } catch {
    return null;
  }
}

/** Whether an .ods says that its files are encrypted. They are, all but this one. */
function isEncrypted(bytes: Buffer, entries: readonly Entry[]): boolean {
  const manifest = entries.find(
    ({ name, size }) => name === 'META-INF/manifest.xml' && size <= MAX_MANIFEST_BYTES,
  );
  return Boolean(manifest && contentOf(bytes, manifest)?.includes('encryption-data'));
}

/**
 * Refuses what is no spreadsheet, or one that is not read.
 * @returns the files in it
 * @throws AppError invalid; too-large
 */
function requireReadable(bytes: Buffer): Entry[] {
  if (bytes.subarray(0, OLE.length).equals(OLE))
    throw invalidFile(
      bytes.includes(ENCRYPTED) ? t('lists.theFileHasAPassword') : t('lists.theFileIsAnOldXls'),
    );
  const entries = directoryOf(bytes);
  if (entries && isEncrypted(bytes, entries)) throw invalidFile(t('lists.theFileHasAPassword'));
  const isSheet = entries?.some(({ name }) => name === 'xl/workbook.xml' || name === 'content.xml');
  if (!entries || !isSheet) throw invalidFile(t('lists.theFileIsNoSpreadsheet'));
  if (entries.some(({ name }) => /vbaProject\.bin$|^Basic\//i.test(name)))
    throw invalidFile(t('lists.theFileHasMacros'));
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > MAX_UNPACKED_BYTES || entries.length > MAX_ENTRIES)
    throw new AppError('too-large', t('lists.theFileUnpacksToTooMuch'));
  if (entries.some((entry) => contentOf(bytes, entry) === null))
    throw invalidFile(t('lists.theFileIsDamaged'));
  return entries;
}

/** The XML of a sheet; '' if it is not found. */
function xmlOf(bytes: Buffer, entries: readonly Entry[], book: WorkBook, index: number): string {
  const read = (wanted: string) => {
    const entry = entries.find(({ name }) => name === wanted);
    return entry ? String(contentOf(bytes, entry)) : '';
  };
  const ods = read('content.xml');
  if (ods !== '') return ods.split(/<table:table(?=[\s>])/)[index + 1] ?? '';
  // The library keeps it, but its types do not have it.
  const { id } = { ...(book.Workbook?.Sheets?.[index] as { id?: string } | undefined) };
  const [relation = ''] =
    read('xl/_rels/workbook.xml.rels')
      .match(/<Relationship\s[^<>]*>/g)
      ?.filter((tag) => tag.includes(` Id="${id}"`)) ?? [];
  return read(`xl/worksheets/${/Target="(?:[^"]*\/)?([^"]+)"/.exec(relation)?.[1]}`);
}

const [ROW, COLUMN] = [
  /<(?:\w+:)?(?:table-)?row(?=[\s/>])([^<>]*)>/g,
  /<(?:\w+:)?(?:table-column|col)(?=[\s/>])([^<>]*)>/g,
];
const IS_HIDDEN = /\shidden="(?:1|true)"|:visibility="(?:collapse|filter)"/;

/** The places, from 0, of the rows or columns that a sheet hides, by hand or by a filter. The library does not tell those of an .ods. */
function hiddenIn(xml: string, element: RegExp): Set<number> {
  const places = new Set<number>();
  let next = 0;
  for (const [, attributes = ''] of xml.matchAll(element)) {
    const first = Number(/\s(?:r|min)="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const last = Number(/\smax="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const repeated = Number(/-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
    const start = first === 0 ? next : first - 1;
    next = Math.max(last, start + repeated);
    if (!IS_HIDDEN.test(attributes)) continue;
    for (let place = start; place < Math.min(next, MOST_LINES); place += 1) places.add(place);
  }
  return places;
}

/** A row of a sheet that is not blank, by its number. All are hidden in a hidden sheet that nobody chose. `numbers` are those of its cells that may be read as two, written with one meaning. */
type SheetRow = {
  line: number;
  cells: string[];
  numbers: Map<number, string> | undefined;
  isHidden: boolean;
};

type Library = typeof import('@e965/xlsx');

/** A cell as it is shown. A date is written in ISO 8601, because formats differ. */
function shown({ SSF }: Library, cell: CellObject | undefined, is1904: boolean): string {
  if (!cell || cell.t === 'z' || cell.t === 'e') return cell?.w ?? '';
  // A program may show another word than TRUE.
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE';
  const format = String(cell.z ?? '');
  // Less than a day is a time, and [h] a duration.
  if (cell.t === 'n' && Number(cell.v) >= 1 && SSF.is_date(format) && !/\[[hms]+\]/i.test(format)) {
    const { y, m, d } = SSF.parse_date_code(Number(cell.v), { date1904: is1904 }) ?? {};
    if (y)
      return [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-');
  }
  if (cell.v instanceof Date) return cell.v.toISOString().slice(0, 10);
  return String(cell.t === 's' ? (cell.v ?? '') : (cell.w ?? cell.v ?? ''));
}

/** A number that is shown as '1,500' or '1.500' and may be read as another, written with the meaning of its cell. */
function unmistakableNumber(cell: CellObject | undefined, text: string): string | null {
  if (cell?.t !== 'n' || !/^-?\d{1,3}[.,]\d{3}$/.test(text)) return null;
  const [decimal, grouped] = [Number(text.replace(',', '.')), Number(text.replace(/[.,]/, ''))];
  const distance = (number: number) => Math.abs(number - Number(cell.v));
  return unmistakable(distance(decimal) < distance(grouped) ? decimal : grouped);
}

type CellRows = (CellObject | undefined)[][];

const isFilled = (cell: CellObject | undefined) => cell !== undefined && String(cell.v ?? '').trim() !== '';

/** Gives a cell that is merged downwards to all rows beside it that have cells of their own, because a file has it in the first one only. */
function fillMerged(data: CellRows, merges: readonly Range[], lastLine: number) {
  if (merges.length === 0) return;
  const hasOwn = data.map((cells) => cells?.some(isFilled) ?? false);
  for (const { s: start, e: end } of merges) {
    const cell = data[start.r]?.[start.c];
    for (let line = start.r + 1; cell && line <= Math.min(end.r, lastLine); line += 1) {
      const cells = data[line];
      if (cells && hasOwn[line]) cells[start.c] = cell;
    }
  }
}

/** The rows of a sheet, and the places of its hidden columns among their cells. */
export type Sheet = { rows: SheetRow[]; hiddenColumns: ReadonlySet<number> };

type Facts = { is1904: boolean; isHidden: boolean; xml: string };

function readSheet(
  library: Library,
  sheet: WorkSheet,
  { is1904, isHidden: isSheetHidden, xml }: Facts,
): Sheet {
  const range = sheet['!ref'];
  if (!range) return { rows: [], hiddenColumns: new Set() };
  const { s: start, e: end } = library.utils.decode_range(range);
  const data = (sheet as { '!data'?: CellRows })['!data'] ?? [];
  fillMerged(data, sheet['!merges'] ?? [], end.r);
  const last = Math.min(end.c, start.c + MAX_COLUMNS);
  const hiddenRows = hiddenIn(xml, ROW);
  const rows: SheetRow[] = [];
  for (let line = start.r; line <= end.r; line += 1) {
    const cells: string[] = [];
    const numbers = new Map<number, string>();
    for (let column = start.c; column <= last; column += 1) {
      const cell = data[line]?.[column];
      const text = shown(library, cell, is1904);
      const number = unmistakableNumber(cell, text);
      if (number !== null) numbers.set(cells.length, number);
      cells.push(text);
    }
    if (cells.every((text) => text.trim() === '')) continue;
    const isHidden = isSheetHidden || hiddenRows.has(line);
    // Not one for each of 10,000 rows.
    rows.push({ line: line + 1, cells, numbers: numbers.size > 0 ? numbers : undefined, isHidden });
  }
  const hiddenColumns = new Set([...hiddenIn(xml, COLUMN)].map((column) => column - start.c));
  return { rows, hiddenColumns };
}

/** How many sheets are tried where none is chosen and the first ones are hidden, or no list, as covers with a picture are. */
const MOST_TRIED = 5;

/**
 * Reads a sheet of an .xlsx or .ods file.
 * @param isList whether rows are those of a list
 * @param chosen the place of the sheet, by default the first visible one with a list
 * @returns its rows, and the names of all sheets
 * @throws AppError invalid for another file, one with macros or a password, and a damaged one; too-large
 */
export async function readSpreadsheet(
  bytes: Buffer,
  isList: (rows: readonly SheetRow[]) => boolean,
  chosen?: number,
): Promise<Sheet & { sheets: string[]; index: number }> {
  const entries = requireReadable(bytes);
  // Loaded when it is needed, because most lists are CSV.
  const library = await import('@e965/xlsx');
  let first: Awaited<ReturnType<typeof readSpreadsheet>> | undefined;
  for (let index = chosen ?? 0; ; index += 1) {
    let book: WorkBook;
    try {
      book = library.read(bytes, {
        type: 'buffer',
        dense: true,
        cellNF: true,
        cellHTML: false,
        sheets: index,
        sheetRows: MOST_LINES,
      });
    } catch {
      throw invalidFile(t('lists.theFileIsDamaged'));
    }
    const sheets = book.SheetNames;
    const sheet = book.Sheets[sheets[index] ?? ''];
    if (!sheet) throw invalidFile(t('lists.theFileIsDamaged'));
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const xml = xmlOf(bytes, entries, book, index);
    const isHidden = chosen === undefined && Boolean(book.Workbook?.Sheets?.[index]?.Hidden);
    const found = { ...readSheet(library, sheet, { is1904, isHidden, xml }), sheets, index };
    if (chosen !== undefined || (!isHidden && isList(found.rows))) return found;
    first ??= found;
    if (index + 1 >= Math.min(sheets.length, MOST_TRIED)) return first;
  }
}
