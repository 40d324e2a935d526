import { makeZip } from 'client-zip';
import {
  DESIGN_FILE,
  MAX_BACKGROUND_BYTES,
  MAX_PICTURE_BYTES,
  SIGNATORIES,
} from '#app/designs/design-form.ts';
import { FACE_KINDS, type FaceKind } from '#app/drawing/own-artwork/artwork.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { type AppError, invalid } from '#app/shared/errors.server.ts';
import {
  contentStart,
  endOf,
  FILE_HEADER_BYTES,
  isEncrypted,
  isUnpackable,
  unpack,
  type ZipEntry,
  zipEntries,
} from '#app/shared/zip-directory.server.ts';
import { t } from '#messages';

export const DESIGN_JSON = 'design.json';
export const LOGO = 'logo.png';
export const BACKGROUND = 'background.pdf';
/** The background of a face. */
export const faceFile = (kind: FaceKind) => `${kind}.pdf`;
export const signatureFile = (number: number) => `signature${number}.png`;

/** The files that a design's ZIP may have, with the most bytes of each. */
const FILES: ReadonlyMap<string, number> = new Map([
  [DESIGN_JSON, 1_048_576],
  [LOGO, MAX_PICTURE_BYTES],
  ...SIGNATORIES.map((number) => [signatureFile(number), MAX_PICTURE_BYTES] as const),
  ...[BACKGROUND, ...FACE_KINDS.map(faceFile)].map((name) => [name, MAX_BACKGROUND_BYTES] as const),
]);

/** Longest part of a name that an error shows. */
const MAX_SHOWN = 80;

/** The error of an imported file. @param reasons messages for the field, by default the message of the error */
export const refusedFile = (message: string, ...reasons: string[]): AppError =>
  invalid(message, { [DESIGN_FILE]: reasons.length > 0 ? reasons : [message] });

const noZip = () => refusedFile(t('designFile.thisIsNoZipOfADesign'));
const damaged = (name: string) => refusedFile(t('designFile.nameCannotBeUnpacked', { name }));

/** The directory of a ZIP, which stands at its end, and where it begins. */
function directoryOf(zip: Buffer): { directory: Buffer; start: number; count: number } {
  const end = endOf(zip);
  if (!end || !zip.subarray(0, 2).equals(Buffer.from('PK'))) throw noZip();
  const { at, count, bytes, start } = end;
  if (start + bytes > at) throw noZip();
  return { directory: zip.subarray(start, start + bytes), start, count };
}

const shownName = (name: Buffer) => name.toString('utf8').replace(/\p{C}/gu, '\ufffd').slice(0, MAX_SHOWN);

/** @throws AppError invalid, naming the file */
function requireKnown(entry: ZipEntry, known: ReadonlyMap<string, unknown>) {
  const { name: bytes, size } = entry;
  const name = shownName(bytes);
  const most = FILES.get(bytes.toString('latin1'));
  if (most === undefined) throw refusedFile(t('designFile.nameIsNoFileOfADesign', { name }));
  if (known.has(name)) throw refusedFile(t('designFile.nameIsThereTwice', { name }));
  if (isEncrypted(entry)) throw damaged(name);
  if (size > most) throw refusedFile(t('designFile.nameIsLargerThanSize', { name, size: formatBytes(most) }));
  if (!isUnpackable(entry)) throw damaged(name);
}

async function contentOf(zip: Buffer, end: number, entry: ZipEntry) {
  const { name, packed, offset } = entry;
  const shown = shownName(name);
  if (offset + FILE_HEADER_BYTES > end) throw damaged(shown);
  const start = contentStart(offset, zip.subarray(offset, offset + FILE_HEADER_BYTES));
  if (start + packed > end) throw damaged(shown);
  const bytes = await unpack(zip.subarray(start, start + packed), entry);
  if (!bytes) throw damaged(shown);
  return bytes;
}

/**
 * Unpacks a design's ZIP.
 * @returns its files by name
 * @throws AppError invalid, naming the file in the ZIP that it may not have
 */
export async function readDesignZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const { directory, start, count } = directoryOf(zip);
  const files = new Map<string, Buffer>();
  // A design has few files, so that those of a bomb, which share their bytes, cannot be many.
  if (count > FILES.size)
    throw refusedFile(t('designFile.theZipHasMoreThanCountFiles', { count: FILES.size }));
  for (const entry of zipEntries(directory)) {
    requireKnown(entry, files);
    files.set(shownName(entry.name), await contentOf(zip, start, entry));
  }
  if (files.size !== count || count === 0) throw noZip();
  return files;
}

/** Packs the files of a design. */
export const writeDesignZip = (files: { name: string; input: Uint8Array }[]): ReadableStream<Uint8Array> =>
  makeZip(files);
