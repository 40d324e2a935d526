import { type FileHandle, open } from 'node:fs/promises';
import { MAX_ZIP_BYTES, ZIP_FIELD } from '#app/batches/limits.ts';
import { MAX_THUMBNAIL_BYTES } from '#app/files/media/texts.ts';
import { formatBytes, formatNumber } from '#app/messages/format-numbers.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import {
  contentStart,
  END_BYTES,
  endOf,
  FILE_HEADER_BYTES,
  isEncrypted,
  isUnpackable,
  unpack,
  type ZipEntry,
  zipEntries,
} from '#app/shared/zip-directory.server.ts';
import { t } from '#messages';

/** The upper half of code page 437, in which older programs write names. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const UTF8_FLAG = 0x800;

/** The name of a file in a ZIP. macOS writes UTF-8 without saying so. */
export function decodeZipName(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & UTF8_FLAG) === 0 }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80),
    ).join('');
  }
}

/** The parts of a path as Windows and all others write it. */
const partsOf = (path: string) => path.split(/[/\\]/);

/** Whether a path leads out of the folder into which a ZIP is unpacked, or cannot be the name of a file. */
export const isUnsafe = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  /^(?:[/\\]|[a-z]:)|[\0-\x1f\x7f]/i.test(path) || partsOf(path).includes('..');

/** Whether a path is that of a folder, or of a file that macOS or Windows adds. */
export function isNoPicture(path: string): boolean {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  return parts.includes('__MACOSX') || /^(?:|\._.*|\.ds_store|thumbs\.db|desktop\.ini)$/i.test(name);
}

/** How a name is compared: without its case, in either normal form. */
export const comparable = (name: string) => name.trim().normalize('NFC').toLowerCase();

const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^.]*$/, '');

/** The names by which a file is found: its path, without its folders, and without its extension. The most exact one comes first. */
export function namesOfFile(path: string): string[] {
  const whole = comparable(partsOf(path).join('/'));
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return [...new Set([whole, name, withoutExtension(name)])];
}

/** More than a picture for each row of a batch, each with the file that macOS adds to it. */
const MOST_ENTRIES = 20_100;
/** Windows and macOS have names of at most 255 characters. Some are in folders. */
const MAX_NAME_BYTES = 1_024;
const MAX_DIRECTORY_BYTES = MOST_ENTRIES * 300;
/** Pictures are compressed already, so that they unpack to little more. */
const MOST_UNPACKED_BYTES = 2 * MAX_ZIP_BYTES;
const MOST_TIMES_PACKED = 100;
const SMALL_BYTES = 65_536;
/** Longest comment behind the directory. */
const MAX_COMMENT_BYTES = 65_535;
const ENTRIES_AT_ONCE = 500;
/** Most of a name that an error shows. */
const MAX_SHOWN = 100;

/** A picture in a ZIP, by its path there. */
export type ZippedPicture = Omit<ZipEntry, 'name' | 'flags'> & { path: string };

const ZIP = Buffer.from('PK');

const refused = (message: string) => invalid(message, { [ZIP_FIELD]: [message] });
const noZip = () => refused(t('batchPictures.theFileIsNoZip'));
const tooMany = () =>
  new AppError('too-large', t('batchPictures.theZipHasTooManyFiles', { most: formatNumber(MOST_ENTRIES) }), {
    fields: {
      [ZIP_FIELD]: [t('batchPictures.theZipHasTooManyFiles', { most: formatNumber(MOST_ENTRIES) })],
    },
  });
const named = (path: string) => ({ name: path.toWellFormed().slice(-MAX_SHOWN) });
const damaged = (path: string) => refused(t('batchPictures.nameCannotBeUnpacked', named(path)));

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw noZip();
    done += bytesRead;
  }
  return bytes;
}

/** Whether a file that starts with these bytes is a ZIP. */
export const startsZip = (head: Uint8Array) => ZIP.equals(head.subarray(0, ZIP.length));

/** Whether a file is a ZIP. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return startsZip(await readAt(file, 0, Math.min(size, ZIP.length)));
  } finally {
    await file.close();
  }
}

/** The directory of a ZIP, which stands at its end. */
async function readDirectory(file: FileHandle): Promise<{ directory: Buffer; start: number }> {
  const { size } = await file.stat();
  const length = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, size - length, length);
  const end = endOf(tail);
  if (!end) throw noZip();
  const { at, count, bytes, start } = end;
  // A ZIP with more files has these numbers elsewhere.
  if (count > MOST_ENTRIES || bytes > MAX_DIRECTORY_BYTES) throw tooMany();
  if (start + bytes > size - length + at) throw noZip();
  return { directory: await readAt(file, start, bytes), start };
}

/** @throws AppError invalid, naming the file */
function requireReadable(picture: ZippedPicture & { flags: number }) {
  const { path, size, packed } = picture;
  if (isUnsafe(path)) throw refused(t('batchPictures.nameLeadsOutOfTheZip', named(path)));
  if (isEncrypted(picture)) throw refused(t('batchPictures.nameHasAPassword', named(path)));
  if (size > MAX_THUMBNAIL_BYTES)
    throw refused(
      t('batchPictures.nameIsLargerThan', { ...named(path), size: formatBytes(MAX_THUMBNAIL_BYTES) }),
    );
  const isBomb = size > SMALL_BYTES && size > MOST_TIMES_PACKED * packed;
  if (isBomb || !isUnpackable(picture)) throw damaged(path);
}

/** Files of a ZIP stand one behind the other. Those of a bomb share their bytes. @throws AppError invalid, naming the file */
function requireApart(pictures: readonly ZippedPicture[], end: number) {
  const inOrder = pictures.toSorted((a, b) => a.offset - b.offset);
  for (const [at, { path, offset, packed }] of inOrder.entries())
    if (offset + FILE_HEADER_BYTES + packed > (inOrder[at + 1]?.offset ?? end)) throw damaged(path);
}

/**
 * Checks a ZIP of pictures by its directory, and reads none of them.
 * @returns the files in it without folders and what systems add
 * @throws AppError invalid, naming the file in the ZIP; too-large
 */
export async function picturesIn(zipPath: string): Promise<ZippedPicture[]> {
  const file = await open(zipPath);
  try {
    const { directory, start } = await readDirectory(file);
    const pictures: ZippedPicture[] = [];
    let [count, unpacked, length] = [0, 0, 0];
    for (const { name, flags, ...entry } of zipEntries(directory)) {
      count += 1;
      length += name.length;
      unpacked += entry.size;
      if (count > MOST_ENTRIES) throw tooMany();
      if (count % ENTRIES_AT_ONCE === 0) await letOthersRun();
      const path = decodeZipName(name.subarray(0, MAX_NAME_BYTES + 1), flags);
      if (name.length > MAX_NAME_BYTES) throw damaged(path);
      const picture = { ...entry, path };
      if (isUnsafe(path) || !isNoPicture(path)) {
        requireReadable({ ...picture, flags });
        pictures.push(picture);
      }
    }
    if (count === 0 || length === 0) throw noZip();
    if (unpacked > MOST_UNPACKED_BYTES) throw refused(t('batchPictures.theZipUnpacksToTooMuch'));
    requireApart(pictures, start);
    return pictures;
  } finally {
    await file.close();
  }
}

/**
 * Reads a picture from a ZIP.
 * @throws AppError invalid, naming the file, if its size or checksum differs from the directory's
 */
export async function readPicture(zipPath: string, picture: ZippedPicture): Promise<Buffer> {
  const { path, offset, packed } = picture;
  const file = await open(zipPath);
  try {
    const header = await readAt(file, offset, FILE_HEADER_BYTES);
    const content = await readAt(file, contentStart(offset, header), packed);
    const bytes = await unpack(content, picture);
    if (bytes) return bytes;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  } finally {
    await file.close();
  }
  throw damaged(path);
}
