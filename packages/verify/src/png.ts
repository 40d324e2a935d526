import { crc32 } from 'node:zlib';
import { say } from './texts.ts';

/** A file that cannot be read, with the reason. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Keywords of the iTXt chunks in a PNG. The first is that of Open Badges 3.0. */
export const PNG_CREDENTIAL = 'openbadgecredential';
/** The keyword of Open Badges before 3.0, whose first version had it in a tEXt chunk. */
export const PNG_OLDER_BADGE = 'openbadges';
export const PNG_PROOF = 'certraceproof';
export const PNG_MANIFEST = 'certracefile';

const MAX_CHUNKS = 10_000;
const MAX_TEXT_BYTES = 1_048_576;

/** The type that `readChunks` gives to bytes after the last chunk. */
export const AFTER_END = 'IEND+';

export type Chunk = { type: string; data: Buffer };

export const isPng = (file: Uint8Array) => Buffer.compare(file.subarray(0, 8), SIGNATURE) === 0;

/**
 * The chunks of a PNG (ISO/IEC 15948).
 * @param checked whether to verify checksums
 * @throws UnreadableFile for a damaged file
 */
export function readChunks(file: Uint8Array, checked: boolean): Chunk[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  let offset = SIGNATURE.length;
  while (offset + 12 <= bytes.length) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    if (end > bytes.length || chunks.length === MAX_CHUNKS) break;
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (checked && crc32(bytes.subarray(offset + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw new UnreadableFile(say('pictureChecksum', { part: type }));
    }
    chunks.push({ type, data: bytes.subarray(offset + 8, end - 4) });
    offset = end;
    if (type === 'IEND') break;
  }
  if (chunks.at(-1)?.type !== 'IEND' || chunks[0]?.type !== 'IHDR') {
    throw new UnreadableFile(say('pictureTruncated'));
  }
  if (offset !== bytes.length) chunks.push({ type: AFTER_END, data: bytes.subarray(offset) });
  return chunks;
}

/** The text of an uncompressed iTXt chunk, or of a tEXt chunk, with this keyword. Null for other chunks. */
function textOf({ type, data }: Chunk, keyword: string): Buffer | null {
  const start = Buffer.from(`${keyword}\0`, 'latin1');
  if (Buffer.compare(data.subarray(0, start.length), start) !== 0) return null;
  if (type === 'tEXt') return data.subarray(start.length);
  const isCompressed = data[start.length] !== 0;
  const language = data.indexOf(0, start.length + 2);
  const translated = data.indexOf(0, language + 1);
  if (isCompressed || language === -1 || translated === -1) {
    throw new UnreadableFile(say('pictureTextDamaged', { keyword }));
  }
  return data.subarray(translated + 1);
}

/**
 * The text of a PNG with a keyword, or null. Only `pixelHash` verifies checksums, so that a picture with a changed byte is
 * reported as altered instead of unreadable.
 * @throws UnreadableFile for a damaged picture, and for two texts with one keyword
 */
export function readPngText(file: Uint8Array, keyword: string, types = ['iTXt']): Buffer | null {
  const found = readChunks(file, false)
    .filter(({ type }) => types.includes(type))
    .map((chunk) => textOf(chunk, keyword))
    .filter((text) => text !== null);
  if (found.length > 1) throw new UnreadableFile(say('pictureTextTwice', { keyword }));
  if ((found[0]?.length ?? 0) > MAX_TEXT_BYTES) throw new UnreadableFile(say('pictureTextTooLong'));
  return found[0] ?? null;
}

/** The start of an uncompressed iTXt chunk with a keyword, without a language and a translated keyword. */
export const textStart = (keyword: string) => Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1');

function textChunk(keyword: string, text: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iTXt', 'latin1'), textStart(keyword), text]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const END_LENGTH = 12;

export type PngText = { keyword: string; text: Uint8Array };

/** Writes texts into a PNG, before its last chunk. */
export function bakePng(png: Uint8Array, texts: PngText[]): Uint8Array {
  const end = png.length - END_LENGTH;
  return Buffer.concat([
    png.subarray(0, end),
    ...texts.map(({ keyword, text }) => textChunk(keyword, text)),
    png.subarray(end),
  ]);
}

/** The PNG of a given length into which `bakePng` wrote texts to make this file. */
export const unbakePng = (file: Uint8Array, length: number): Uint8Array =>
  Buffer.concat([
    file.subarray(0, Math.max(0, length - END_LENGTH)),
    file.subarray(Math.max(0, file.length - END_LENGTH)),
  ]);
