import { type FileHandle, open } from 'node:fs/promises';
import { sniffImage } from '#app/files/images/sniff-image.ts';
import { invalidFile } from '#app/shared/errors.server.ts';
import { type LessonFileType, lessonFileType, notAsNamed } from './lesson-file-types.ts';
import { type ReceivedFile, receiveFile } from './receive-file.server.ts';
import { isSoundOrMovie } from './sniff.ts';
import { lessonFileTooLarge, MAX_LESSON_FILE_BYTES, notALessonFile } from './texts.ts';

const MEGABYTE = 1_048_576;
const PDF = Buffer.from('%PDF-');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP_ENTRY = Buffer.from('PK\x03\x04');
const ZIP_END = Buffer.from('PK\x05\x06');
const ZIP_END_BYTES = 22;
/** The end of a ZIP with the longest comment. */
const ZIP_TAIL_BYTES = ZIP_END_BYTES + 65_535;
/** The name and the content of the first entry of an OpenDocument file follow this header. */
const ZIP_ENTRY_HEADER_BYTES = 30;

const ID3 = Buffer.from('ID3');

/** Texts of Windows in UTF-16 have NULs, and a mark at the beginning. */
const hasUtf16Mark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const startsWith = (bytes: Uint8Array, prefix: Buffer) =>
  prefix.equals(Buffer.from(bytes.subarray(0, prefix.length)));

/** Whether the first bytes of a file are those of its type. */
export function startsAs({ form }: LessonFileType, head: Uint8Array): boolean {
  if (form === 'pdf') return startsWith(head, PDF);
  if (form === 'ole') return startsWith(head, OLE);
  // An empty ZIP is only its end.
  if (form === 'zip') return startsWith(head, ZIP_ENTRY) || startsWith(head, ZIP_END);
  if (form === 'mp3') return startsWith(head, ID3) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2);
  if (form === 'mp4') return isSoundOrMovie(head);
  if (form === 'text') return head.length > 0 && (hasUtf16Mark(head) || !head.includes(0));
  return sniffImage(head) === form;
}

async function read(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const block = Buffer.alloc(Math.max(0, bytes));
  const { bytesRead } = await file.read(block, 0, block.length, start);
  return block.subarray(0, bytesRead);
}

/** The list of a ZIP's entries as bytes, or null without one. */
async function zipDirectory(file: FileHandle, size: number): Promise<Buffer | null> {
  const tail = await read(file, Math.max(0, size - ZIP_TAIL_BYTES), Math.min(size, ZIP_TAIL_BYTES));
  const end = tail.lastIndexOf(ZIP_END);
  if (end < 0 || end + ZIP_END_BYTES > tail.length) return null;
  const bytes = Math.min(tail.readUInt32LE(end + 12), 4 * MEGABYTE);
  return read(file, tail.readUInt32LE(end + 16), bytes);
}

async function isZip(file: FileHandle, size: number, type: LessonFileType): Promise<boolean> {
  const directory = await zipDirectory(file, size);
  if (!directory) return false;
  if (type.folder !== undefined) {
    return directory.includes('[Content_Types].xml') && directory.includes(type.folder);
  }
  if (!type.isOpenDocument) return true;
  const first = await read(file, ZIP_ENTRY_HEADER_BYTES, 100);
  return first.toString('latin1').startsWith(`mimetype${type.contentType}`);
}

/** Whether a file contains one of the names of streams, which OLE stores as UTF-16. */
async function hasStream(file: FileHandle, size: number, names: readonly string[]): Promise<boolean> {
  const encoded = names.map((name) => Buffer.from(`${name}\0`, 'utf16le'));
  const overlap = Math.max(...encoded.map(({ length }) => length));
  for (let at = 0; at < size; at += MEGABYTE) {
    const block = await read(file, at, MEGABYTE + overlap);
    if (encoded.some((name) => block.includes(name))) return true;
  }
  return false;
}

/** Whether a file is text, as far as that can be told. */
async function isText(file: FileHandle, size: number): Promise<boolean> {
  if (hasUtf16Mark(await read(file, 0, 2))) return true;
  for (let at = 0; at < size; at += MEGABYTE) {
    if ((await read(file, at, MEGABYTE)).includes(0)) return false;
  }
  return true;
}

/** Whether a received file is complete in what makes it one of its type. */
export async function isLessonFile(path: string, size: number, type: LessonFileType): Promise<boolean> {
  if (type.form !== 'zip' && type.form !== 'ole' && type.form !== 'text') return true;
  const file = await open(path);
  try {
    if (type.form === 'text') return await isText(file, size);
    return type.form === 'zip'
      ? await isZip(file, size, type)
      : await hasStream(file, size, type.streams ?? []);
  } finally {
    await file.close();
  }
}

/** A received file of a lesson in a temporary file. `addLessonFile` moves it into place. */
export type StagedLessonFile = ReceivedFile & { name: string; contentType: string };

const MAX_NAME_LENGTH = 150;

/** The name of an upload without a path and without characters that show nothing. */
function cleanName(name: string): string {
  const plain = name
    .slice(0, 4_096)
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, '')
    .trim();
  const extension = /\.[^.]*$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length);
  return stem.slice(0, MAX_NAME_LENGTH).toWellFormed() + extension;
}

/**
 * Receives a file of a kind in `lesson-file-types.ts` by its name and its content, at most 50 MB. Leaves nothing behind on failure.
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function stageLessonFile(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<StagedLessonFile> {
  const name = cleanName(fileName);
  const type = lessonFileType(name);
  if (!type || name.startsWith('.')) throw invalidFile(notALessonFile());
  const wrongKindMessage = notAsNamed(name);
  const file = await receiveFile(source, {
    maxBytes: MAX_LESSON_FILE_BYTES,
    tooLargeMessage: lessonFileTooLarge(),
    accepts: (head) => startsAs(type, head),
    wrongKindMessage,
    field: 'file',
  });
  if (!(await isLessonFile(file.path, file.bytes, type).catch(() => false))) {
    await file.discard();
    throw invalidFile(wrongKindMessage);
  }
  return { ...file, name, contentType: type.contentType };
}
