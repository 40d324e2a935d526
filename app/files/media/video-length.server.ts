import { fileStore } from '#app/files/store/file-store.server.ts';
import { log } from '#app/shared/log.server.ts';
import { preparedSql } from '#db/client.ts';
import { videoName } from './files.server.ts';

/** Bytes at the start of AVI and WebM files that state the length. */
const HEAD_BYTES = 65_536;
const MOST_BOXES = 200;

async function readBytes(name: string, start: number, length: number): Promise<Buffer> {
  const stream = await fileStore().stream(name, { start, end: start + length - 1 });
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** The first boxes of these types between two offsets (ISO/IEC 14496-12 section 4.2). */
async function findBoxes(name: string, from: number, to: number, types: string[]): Promise<Map<string, Box>> {
  const found = new Map<string, Box>();
  let at = from;
  for (let count = 0; at + 8 <= to && count < MOST_BOXES && found.size < types.length; count += 1) {
    const box = readBoxHeader(await readBytes(name, at, Math.min(BOX_HEADER_BYTES, to - at)), to - at);
    if (!box) break;
    const { type, size, header } = box;
    if (types.includes(type) && !found.has(type)) {
      found.set(type, { type, start: at + header, end: Math.min(at + size, to) });
    }
    at += size;
  }
  return found;
}

/** The field at an offset of a full box, whose size depends on the box's version. */
const sizedField = (box: Buffer, offset: number) =>
  box[0] === 1 ? Number(box.readBigUInt64BE(offset)) : box.readUInt32BE(offset);

/** Length of an MP4 or MOV: what `mvhd` says, or `mehd` in a fragmented file. */
async function movieLength(name: string, bytes: number): Promise<number | null> {
  const movie = (await findBoxes(name, 0, bytes, ['moov'])).get('moov');
  if (!movie) return null;
  const boxes = await findBoxes(name, movie.start, movie.end, ['mvhd', 'mvex']);
  const header = boxes.get('mvhd');
  if (!header) return null;
  const mvhd = await readBytes(name, header.start, 32);
  const isLong = mvhd[0] === 1;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  let duration = sizedField(mvhd, isLong ? 24 : 16);
  const fragments = boxes.get('mvex');
  if (duration === 0 && fragments) {
    const extent = (await findBoxes(name, fragments.start, fragments.end, ['mehd'])).get('mehd');
    if (extent) duration = sizedField(await readBytes(name, extent.start, 12), 4);
  }
  return (duration / scale) * 1_000;
}

/** Length of an AVI: its main header has the time of a frame in microseconds, and the number of frames. */
function aviLength(head: Buffer): number | null {
  const at = head.indexOf('avih');
  return at < 0 ? null : (head.readUInt32LE(at + 8) * head.readUInt32LE(at + 24)) / 1_000;
}

/** Length of a WebM: the elements Duration and TimestampScale of its Info (RFC 9559). Recordings of a stream lack it. */
function webmLength(head: Buffer): number | null {
  const info = head.indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]));
  const duration = info < 0 ? -1 : head.indexOf(Buffer.from([0x44, 0x89]), info);
  if (duration < 0) return null;
  const isDouble = head[duration + 2] === 0x88;
  const value = isDouble ? head.readDoubleBE(duration + 3) : head.readFloatBE(duration + 3);
  const scale = head.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]), info);
  const width = (head[scale + 3] ?? 0) & 0x0f;
  const nanoseconds = scale < 0 || width < 1 || width > 6 ? 1_000_000 : head.readUIntBE(scale + 4, width);
  return (value * nanoseconds) / 1_000_000;
}

async function readLength(id: string, contentType: string): Promise<number | null> {
  const name = videoName(id);
  const bytes = await fileStore().size(name);
  if (bytes === null) return null;
  if (contentType === 'video/mp4' || contentType === 'video/quicktime') return movieLength(name, bytes);
  const head = await readBytes(name, 0, Math.min(bytes, HEAD_BYTES));
  return contentType === 'video/webm' ? webmLength(head) : aviLength(head);
}

const known = preparedSql<{ lengthMs: number | null }>(
  'select length_ms as lengthMs from video_lengths where media_id = ?',
);
const remember = preparedSql(
  'insert into video_lengths (media_id, length_ms) select id, ? from media where id = ? on conflict do nothing',
);

/**
 * The length of a video in milliseconds as its file states it, or null. Reads the file once.
 * @throws AppError busy when the storage cannot be reached
 */
export async function videoLength(id: string, contentType: string): Promise<number | null> {
  const stored = known().get(id);
  if (stored) return stored.lengthMs;
  const found = await readLength(id, contentType).catch((error: unknown) => {
    // A file that ends within a number.
    if (!(error instanceof RangeError)) throw error;
    log.warn({ err: error, media: id }, 'the length of a video cannot be read');
    return null;
  });
  const lengthMs = found !== null && Number.isFinite(found) && found >= 1 ? Math.round(found) : null;
  remember().run(lengthMs, id);
  return lengthMs;
}

/** A box of an MP4 or MOV file, with the offsets of its content. */
export type Box = { type: string; start: number; end: number };

/** Bytes of the longest header of a box. */
export const BOX_HEADER_BYTES = 16;

/**
 * Reads the header of a box (ISO/IEC 14496-12 section 4.2).
 * @param head its first bytes, at least 8
 * @param left bytes to the end of its container; a size of 0 means all of them
 * @returns the type, and the sizes of the box and of its header in bytes; null when the box is shorter than its header
 */
export function readBoxHeader(head: Buffer, left: number) {
  const isLong = head.readUInt32BE(0) === 1 && head.length === BOX_HEADER_BYTES;
  const header = isLong ? BOX_HEADER_BYTES : 8;
  const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || left;
  return size < header ? null : { type: head.toString('latin1', 4, 8), size, header };
}
