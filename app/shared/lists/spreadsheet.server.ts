import { inflateRawSync } from 'node:zlib';
import type { CellObject, Range, WorkBook, WorkSheet } from '@e965/xlsx';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { MAX_COLUMNS } from './columns.ts';

/** Most bytes of all files in a spreadsheet, which is a ZIP. One of 10,000 rows and ten columns has 10 MB. */
const MAX_UNPACKED_BYTES = 30 * 1_048_576;
const MAX_ENTRIES = 2_000;
/** The method of compression in a ZIP. Others are not compressed. */
const DEFLATED = 8;

const [ZIP, OLE] = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];
const ENTRY = Buffer.from('PK\u0001\u0002');
const END = Buffer.from('PK\u0005\u0006');
/** Part of an encrypted .xlsx, whose container is that of old files. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a file is a spreadsheet, or another file that starts like one. */
export const isSpreadsheet = (bytes: Uint8Array) =>
  [ZIP, OLE].some((magic) => magic.equals(bytes.subarray(0, magic.length)));

/** A file in a ZIP, as its directory tells: its name, its size unpacked and packed, and where it begins. */
type Entry = { name: string; size: number; packed: number; offset: number };

/** The files in a ZIP; null if it has no directory. */
function directoryOf(bytes: Buffer): Entry[] | null {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + 22 > bytes.length) return null;
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  while (
    at + 46 <= bytes.length &&
    bytes.subarray(at, at + 4).equals(ENTRY) &&
    entries.length <= MAX_ENTRIES
  ) {
    const length = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('latin1', at + 46, at + 46 + length),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries.length === 0 ? null : entries;
}

/** Whether the files are as large as the directory says, so that no other size is unpacked. */
const isTruthful = (bytes: Buffer, entries: readonly Entry[]) =>
  entries.every(({ offset, packed, size }) => {
    if (offset + 30 > bytes.length || bytes.readUInt16LE(offset + 8) !== DEFLATED) return packed === size;
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    try {
      return (
        inflateRawSync(bytes.subarray(start, start + packed), { maxOutputLength: size + 1 }).length === size
      );
    } catch {
      return false;
    }
  });

/**
 * Refuses what is no spreadsheet, or one that is not read.
 * @throws AppError invalid; too-large
 */
function requireReadable(bytes: Buffer) {
  if (bytes.subarray(0, OLE.length).equals(OLE))
    throw invalidFile(
      bytes.includes(ENCRYPTED) ? t('lists.theFileHasAPassword') : t('lists.theFileIsAnOldXls'),
    );
  const entries = directoryOf(bytes);
  const isSheet = entries?.some(({ name }) => name === 'xl/workbook.xml' || name === 'content.xml');
  if (!entries || !isSheet) throw invalidFile(t('lists.theFileIsNoSpreadsheet'));
  if (entries.some(({ name }) => /vbaProject\.bin$|^Basic\//i.test(name)))
    throw invalidFile(t('lists.theFileHasMacros'));
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > MAX_UNPACKED_BYTES || entries.length > MAX_ENTRIES)
    throw new AppError('too-large', t('lists.theFileUnpacksToTooMuch'));
  if (!isTruthful(bytes, entries)) throw invalidFile(t('lists.theFileIsDamaged'));
}

/** A row of a sheet, by its number. */
type SheetRow = { line: number; cells: string[] };

type Library = typeof import('@e965/xlsx');

/** A cell as it is shown. A date is written in ISO 8601, because formats differ. */
function shown({ SSF }: Library, cell: CellObject | undefined, is1904: boolean): string {
  if (!cell || cell.t === 'z' || cell.t === 'e') return cell?.w ?? '';
  if (cell.t === 'n' && typeof cell.v === 'number' && SSF.is_date(String(cell.z ?? ''))) {
    const { y, m, d } = SSF.parse_date_code(cell.v, { date1904: is1904 }) ?? {};
    if (y)
      return [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-');
  }
  if (cell.v instanceof Date) return cell.v.toISOString().slice(0, 10);
  return String(cell.t === 's' ? (cell.v ?? '') : (cell.w ?? cell.v ?? ''));
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

function rowsOf(library: Library, sheet: WorkSheet, is1904: boolean): SheetRow[] {
  const range = sheet['!ref'];
  if (!range) return [];
  const { s: start, e: end } = library.utils.decode_range(range);
  const data = (sheet as { '!data'?: CellRows })['!data'] ?? [];
  fillMerged(data, sheet['!merges'] ?? [], end.r);
  const last = Math.min(end.c, start.c + MAX_COLUMNS);
  const rows: SheetRow[] = [];
  for (let line = start.r; line <= end.r; line += 1) {
    const cells = data[line] ?? [];
    const texts = [];
    for (let column = start.c; column <= last; column += 1) texts.push(shown(library, cells[column], is1904));
    rows.push({ line: line + 1, cells: texts });
  }
  return rows;
}

/** How many sheets are tried where none is chosen and the first ones are hidden, or empty as covers with a picture are. */
const MOST_TRIED = 5;

/**
 * Reads a sheet of an .xlsx or .ods file.
 * @param maxRows rows that are read, of all kinds
 * @param chosen the place of the sheet, by default the first visible one with rows
 * @returns its rows, and the names of all sheets
 * @throws AppError invalid for another file, one with macros or a password, and a damaged one; too-large
 */
export async function readSpreadsheet(
  bytes: Buffer,
  maxRows: number,
  chosen?: number,
): Promise<{ rows: SheetRow[]; sheets: string[]; index: number }> {
  requireReadable(bytes);
  // Loaded when it is needed, because most lists are CSV.
  const library = await import('@e965/xlsx');
  for (let index = chosen ?? 0; ; index += 1) {
    let book: WorkBook;
    try {
      book = library.read(bytes, {
        type: 'buffer',
        dense: true,
        cellNF: true,
        cellHTML: false,
        sheets: index,
        sheetRows: maxRows + 2,
      });
    } catch {
      throw invalidFile(t('lists.theFileIsDamaged'));
    }
    const sheets = book.SheetNames;
    const sheet = book.Sheets[sheets[index] ?? ''];
    if (!sheet) throw invalidFile(t('lists.theFileIsDamaged'));
    const rows = rowsOf(library, sheet, book.Workbook?.WBProps?.date1904 === true);
    const isLast = chosen !== undefined || index + 1 >= Math.min(sheets.length, MOST_TRIED);
    const isVisible = !book.Workbook?.Sheets?.[index]?.Hidden;
    if (isLast || (isVisible && rows.length > 1)) return { rows, sheets, index };
  }
}
