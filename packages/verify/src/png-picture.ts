import { inflateSync } from 'node:zlib';
import type { Chunk } from './png.ts';
import {
  AFTER_END,
  PNG_CREDENTIAL,
  PNG_MANIFEST,
  PNG_PROOF,
  readChunks,
  textStart,
  UnreadableFile,
} from './png.ts';
import { say } from './texts.ts';
import { type Hash, sha256 } from './tree.ts';

const MAX_PIXELS = 4_000_000;
/** The chunks before the pixels, after the IHDR: sRGB with rendering intent 0, and 5,906 pixels per metre (150 dpi). */
const BEFORE_PIXELS: Chunk[] = [
  { type: 'sRGB', data: Buffer.from([0]) },
  { type: 'pHYs', data: Buffer.from([0, 0, 0x17, 0x12, 0, 0, 0x17, 0x12, 1]) },
];
const PIXELS = 1 + BEFORE_PIXELS.length;
/** The order of the texts. A file may lack the log proof, and a picture that was only drawn has none. */
const TEXTS = [PNG_CREDENTIAL, PNG_PROOF, PNG_MANIFEST].map(textStart);

/** The index of an iTXt chunk in the order of texts; -1 for a chunk that `bakePng` did not write. */
const placeOfText = ({ type, data }: Chunk) =>
  type === 'iTXt'
    ? TEXTS.findIndex((start) => Buffer.compare(data.subarray(0, start.length), start) === 0)
    : -1;

/**
 * Requires exactly the chunks of certificates, in their order. Any other chunk, or any free byte in one, could change what people
 * see, or make the file a document of another kind too.
 * @throws UnreadableFile
 */
function requireCertificateForm(chunks: Chunk[]) {
  if (chunks.at(-1)?.type === AFTER_END) throw new UnreadableFile(say('pictureContinued'));
  const refuse = (type: string) => {
    throw new UnreadableFile(say('picturePart', { part: type }));
  };
  for (const [index, { type, data }] of BEFORE_PIXELS.entries()) {
    const chunk = chunks[1 + index];
    if (chunk?.type !== type || Buffer.compare(chunk.data, data) !== 0) refuse(chunk?.type ?? type);
  }
  if (chunks[PIXELS]?.type !== 'IDAT') refuse(chunks[PIXELS]?.type ?? 'IDAT');
  let last = -1;
  for (const chunk of chunks.slice(PIXELS + 1, -1)) {
    const place = placeOfText(chunk);
    if (place <= last) refuse(chunk.type);
    last = place;
  }
  const end = chunks.at(-1);
  if (end?.type !== 'IEND' || end.data.length > 0) refuse(end?.type ?? 'IEND');
}

/** Whether this is what `inflateSync` returns with the option `info`. */
const isInflated = (result: object): result is { buffer: Buffer; engine: { bytesWritten: number } } =>
  'engine' in result;

/**
 * The rows of a picture, each after a filter type of 0. Rejects bytes behind the compressed stream, which picture viewers ignore and
 * other programs may show.
 * @throws UnreadableFile
 */
function inflateRows(compressed: Buffer, rowBytes: number, height: number): Buffer {
  const size = (1 + rowBytes) * height;
  let inflated: object;
  try {
    inflated = inflateSync(compressed, { maxOutputLength: size, info: true });
  } catch {
    throw new UnreadableFile(say('pictureDamaged'));
  }
  if (!isInflated(inflated)) throw new UnreadableFile(say('pictureDamaged'));
  const { buffer, engine } = inflated;
  if (buffer.length !== size || engine.bytesWritten !== compressed.length)
    throw new UnreadableFile(say('pictureDamaged'));
  for (let row = 0; row < height; row += 1) {
    if (buffer[row * (1 + rowBytes)] !== 0) throw new UnreadableFile(say('pictureForm'));
  }
  return buffer;
}

/**
 * SHA-256 of the pixels of a PNG: its IHDR, then its rows with filter type 0. Only supports the form of
 * certificates (8 bits per channel, RGB, not interlaced, and exactly the chunks that certificates have).
 * @throws UnreadableFile for any other form
 */
export function pixelHash(file: Uint8Array): Hash {
  const chunks = readChunks(file, true);
  requireCertificateForm(chunks);
  const [header, pixels] = [chunks[0]?.data, chunks[PIXELS]?.data];
  if (header?.length !== 13 || !pixels) throw new UnreadableFile(say('pictureDamaged'));
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (Buffer.compare(header.subarray(8), Buffer.from([8, 2, 0, 0, 0])) !== 0 || width * height > MAX_PIXELS) {
    throw new UnreadableFile(say('pictureForm'));
  }
  return sha256(header, inflateRows(pixels, width * 3, height));
}

/** How programs recognise a PDF, a page or a ZIP archive, wherever in a file they look for it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they belong to the mark of a ZIP archive
const MARKS = [/%pdf-|<html|<!doctype|<script/i, /PK\u0005\u0006/];

/**
 * Whether the parts of a PNG outside its texts contain the mark of another kind of file, so that some programs could show something
 * else. Only for pictures whose manifest does not cover each byte: one in 50,000 contains a mark by chance.
 */
export const hasSecondFace = (file: Uint8Array): boolean =>
  readChunks(file, true)
    .filter(({ type }) => type !== 'iTXt')
    .map(({ data }) => data.toString('latin1'))
    .some((text) => MARKS.some((mark) => mark.test(text)));
