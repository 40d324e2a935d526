import { crc32, inflateSync } from 'node:zlib';
import { type Hash, sha256 } from './tree.ts';

/** A file that cannot be read, with the reason. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Keywords of the iTXt chunks in a PNG. The first is that of Open Badges 3.0. */
export const PNG_CREDENTIAL = 'openbadgecredential';
export const PNG_PROOF = 'certraceproof';
export const PNG_MANIFEST = 'certracefile';
const KEYWORDS = [PNG_CREDENTIAL, PNG_PROOF, PNG_MANIFEST];

/** Chunks that certificates have, once each. Others, such as colour profiles and animations, can change what people see. */
const SINGLE_CHUNKS = new Set(['IHDR', 'sRGB', 'pHYs', 'tIME', 'IEND']);
const MAX_CHUNKS = 10_000;
const MAX_PIXELS = 4_000_000;
const MAX_TEXT_BYTES = 1_048_576;

type Chunk = { type: string; data: Buffer };

export const isPng = (file: Uint8Array) => Buffer.compare(file.subarray(0, 8), SIGNATURE) === 0;

/**
 * The chunks of a PNG (ISO/IEC 15948).
 * @param checked whether to verify checksums
 * @throws UnreadableFile for a damaged file
 */
function readChunks(file: Uint8Array, checked: boolean): Chunk[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  let offset = SIGNATURE.length;
  while (offset + 12 <= bytes.length) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    if (end > bytes.length || chunks.length === MAX_CHUNKS) break;
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (checked && crc32(bytes.subarray(offset + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw new UnreadableFile(`The picture is damaged: the checksum of its ${type} chunk is wrong.`);
    }
    chunks.push({ type, data: bytes.subarray(offset + 8, end - 4) });
    offset = end;
    if (type === 'IEND') break;
  }
  if (chunks.at(-1)?.type !== 'IEND' || chunks[0]?.type !== 'IHDR') {
    throw new UnreadableFile('The picture is truncated or has too many parts.');
  }
  if (offset !== bytes.length) chunks.push({ type: 'after the end', data: bytes.subarray(offset) });
  return chunks;
}

/** The text of an uncompressed iTXt chunk with this keyword. Null for other chunks. */
function internationalText({ data }: Chunk, keyword: string): Buffer | null {
  const start = Buffer.from(`${keyword}\0`, 'latin1');
  if (Buffer.compare(data.subarray(0, start.length), start) !== 0) return null;
  const isCompressed = data[start.length] !== 0;
  const language = data.indexOf(0, start.length + 2);
  const translated = data.indexOf(0, language + 1);
  if (isCompressed || language === -1 || translated === -1) {
    throw new UnreadableFile(`The picture's ${keyword} text is compressed or damaged.`);
  }
  return data.subarray(translated + 1);
}

/**
 * The text of a PNG with a keyword, or null. Only `pixelHash` verifies checksums, so that a picture with a changed byte is
 * reported as altered instead of unreadable.
 * @throws UnreadableFile for a damaged picture, and for two texts with one keyword
 */
export function readPngText(file: Uint8Array, keyword: string): Buffer | null {
  const found = readChunks(file, false)
    .filter(({ type }) => type === 'iTXt')
    .map((chunk) => internationalText(chunk, keyword))
    .filter((text) => text !== null);
  if (found.length > 1) throw new UnreadableFile(`The picture contains two texts named ${keyword}.`);
  if ((found[0]?.length ?? 0) > MAX_TEXT_BYTES)
    throw new UnreadableFile('The text in the picture is too long.');
  return found[0] ?? null;
}

/** Creates an uncompressed iTXt chunk. */
function textChunk(keyword: string, text: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(`iTXt${keyword}\0\0\0\0\0`, 'latin1'), text]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Writes texts into a PNG, before its last chunk. */
export function bakePng(png: Uint8Array, texts: { keyword: string; text: Uint8Array }[]): Uint8Array {
  const end = png.length - 12;
  return Buffer.concat([
    png.subarray(0, end),
    ...texts.map(({ keyword, text }) => textChunk(keyword, text)),
    png.subarray(end),
  ]);
}

/** Reverses the filters of PNG rows in place (ISO/IEC 15948 section 9). */
function unfilter(rows: Buffer, rowBytes: number, height: number, bytesPerPixel: number) {
  for (let row = 0; row < height; row += 1) {
    const start = row * (rowBytes + 1) + 1;
    const filter = rows[start - 1] as number;
    if (filter > 4) throw new UnreadableFile('The picture has an unknown filter.');
    if (filter === 0) continue;
    const above = start - rowBytes - 1;
    for (let at = 0; at < rowBytes; at += 1) {
      const a = at >= bytesPerPixel ? (rows[start + at - bytesPerPixel] as number) : 0;
      const b = row > 0 ? (rows[above + at] as number) : 0;
      const c = row > 0 && at >= bytesPerPixel ? (rows[above + at - bytesPerPixel] as number) : 0;
      const predicted = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : paeth(a, b, c);
      rows[start + at] = ((rows[start + at] as number) + predicted) & 0xff;
    }
    rows[start - 1] = 0;
  }
}

function paeth(a: number, b: number, c: number): number {
  const estimate = a + b - c;
  const [toA, toB, toC] = [Math.abs(estimate - a), Math.abs(estimate - b), Math.abs(estimate - c)];
  if (toA <= toB && toA <= toC) return a;
  return toB <= toC ? b : c;
}

/**
 * Requires that a picture has only the chunks of certificates.
 * @throws UnreadableFile
 */
function requireKnownChunks(chunks: Chunk[]) {
  const seen = new Set<string>();
  let last = '';
  for (const { type, data } of chunks) {
    // Some programs show only the first of two runs of picture data.
    const isFirst = !seen.has(type) || (type === 'IDAT' && last === 'IDAT');
    // Other texts may hold another credential, an orientation or a colour profile.
    const isKnown =
      type === 'iTXt'
        ? KEYWORDS.some((keyword) => data.toString('latin1', 0, keyword.length + 1) === `${keyword}\0`)
        : (type === 'IDAT' || SINGLE_CHUNKS.has(type)) && isFirst;
    const isStretched = type === 'pHYs' && Buffer.compare(data.subarray(0, 4), data.subarray(4, 8)) !== 0;
    if (!isKnown || isStretched) {
      throw new UnreadableFile(`The picture has a part that certificates do not have (${type}).`);
    }
    seen.add(type);
    last = type;
  }
}

/**
 * SHA-256 of what a PNG shows: its IHDR, then its rows with filter type 0. Only supports the form of certificates (8 bits per
 * channel, RGB, not interlaced, no chunks that change colours).
 * @throws UnreadableFile for any other form
 */
export function pixelHash(file: Uint8Array): Hash {
  const chunks = readChunks(file, true);
  requireKnownChunks(chunks);
  const header = (chunks[0] as Chunk).data;
  if (header.length !== 13) throw new UnreadableFile('The picture is damaged.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (Buffer.compare(header.subarray(8), Buffer.from([8, 2, 0, 0, 0])) !== 0 || width * height > MAX_PIXELS) {
    throw new UnreadableFile('The picture was saved in another form than a certificate.');
  }
  const rowBytes = width * 3;
  const size = (rowBytes + 1) * height;
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  let rows: Buffer;
  try {
    rows = inflateSync(compressed, { maxOutputLength: size });
  } catch {
    throw new UnreadableFile('The picture is damaged.');
  }
  if (rows.length !== size) throw new UnreadableFile('The picture is damaged.');
  unfilter(rows, rowBytes, height, 3);
  return sha256(header, rows);
}
