import { fileStore } from '#app/files/store/file-store.server.ts';
import { log } from '#app/shared/log.server.ts';
import { preparedSql } from '#db/client.ts';
import { videoName } from './files.server.ts';
import { flacLength, mp3Length, oggLength, startOfMp3 } from './sound-length.ts';

/** Bytes at the start of AVI and WebM files that state the length. */
const HEAD_BYTES = 65_536;
const OGG_PAGE = Buffer.from('OggS');
/** Bytes in which the first frame of an MP3 begins. */
const FIRST_FRAME = 4_096;
const MOST_BOXES = 200;
/** Bytes at the end of a recording in which its last cluster or fragment begins, read in steps. */
const MOST_TAIL_BYTES = 33_554_432;
const TAIL_STEP_BYTES = 1_048_576;

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

/** The end of a file from the last place of a pattern, which is searched for in at most `MOST_TAIL_BYTES`. Null without one. */
async function tailFrom(name: string, bytes: number, pattern: Buffer): Promise<Buffer | null> {
  let tail: Buffer = Buffer.alloc(0);
  while (tail.length < Math.min(bytes, MOST_TAIL_BYTES)) {
    const from = Math.max(0, bytes - tail.length - Math.max(TAIL_STEP_BYTES, tail.length));
    const block = await readBytes(name, from, bytes - tail.length - from);
    // The pattern may cross into what was read before.
    const at = Buffer.concat([block, tail.subarray(0, pattern.length - 1)]).lastIndexOf(pattern);
    tail = Buffer.concat([block, tail]);
    if (at !== -1) return tail.subarray(at);
  }
  return null;
}

/** The field at an offset of a full box, whose size depends on the box's version. All bits set mean an unknown length. */
function sizedField(box: Buffer, offset: number): number {
  if (box[0] === 1) return Number(BigInt.asIntN(64, box.readBigUInt64BE(offset)));
  const value = box.readUInt32BE(offset);
  return value === 0xffff_ffff ? -1 : value;
}

/** The boxes within a box that is held in memory, with those within them. */
function* boxesIn(bytes: Buffer, containers: RegExp): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = readBoxHeader(bytes.subarray(at, at + BOX_HEADER_BYTES), bytes.length - at);
    if (!box) return;
    const content = bytes.subarray(at + box.header, at + box.size);
    yield { type: box.type, content };
    if (containers.test(box.type)) yield* boxesIn(content, containers);
    at += box.size;
  }
}

/** Units a second of the tracks of a movie, and the default length of their samples, by the numbers of the tracks. */
function tracksOf(movie: Buffer) {
  const [scales, defaults] = [new Map<number, number>(), new Map<number, number>()];
  let track = 0;
  for (const { type, content } of boxesIn(movie, /^(?:trak|mdia|mvex)$/)) {
    const isLong = content[0] === 1;
    if (type === 'tkhd') track = content.readUInt32BE(isLong ? 20 : 12);
    if (type === 'mdhd') scales.set(track, content.readUInt32BE(isLong ? 20 : 12));
    if (type === 'trex') defaults.set(content.readUInt32BE(4), content.readUInt32BE(12));
  }
  return { scales, defaults };
}

/** The sum of the lengths of samples in a `trun`, and their number (ISO/IEC 14496-12 section 8.8.8). */
function runLength(run: Buffer, sampleLength: number): number {
  const flags = run.readUInt32BE(0);
  const count = run.readUInt32BE(4);
  if (!(flags & 0x100)) return count * sampleLength;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let sum = 0;
  for (; at + 4 * fields <= run.length; at += 4 * fields) sum += run.readUInt32BE(at);
  return sum;
}

const MOVIE_FRAGMENT = Buffer.from('moof');

/** When the last fragment of a movie ends, in seconds. Recorders write nothing else about the length. */
async function fragmentsEnd(name: string, bytes: number, movie: Box): Promise<number | null> {
  const { scales, defaults } = tracksOf(
    await readBytes(name, movie.start, Math.min(movie.end - movie.start, TAIL_STEP_BYTES)),
  );
  const tail = await tailFrom(name, bytes, MOVIE_FRAGMENT);
  if (!tail) return null;
  let end: number | null = null;
  let time: number | null = null;
  let [scale, sampleLength] = [0, 0];
  for (const { type, content } of boxesIn(tail.subarray(4), /^traf$/)) {
    if (type === 'mdat') break;
    if (type === 'tfhd') {
      const flags = content.readUInt32BE(0);
      const track = content.readUInt32BE(4);
      const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
      scale = scales.get(track) ?? 0;
      sampleLength = flags & 8 ? content.readUInt32BE(at) : (defaults.get(track) ?? 0);
    }
    if (type === 'tfdt') time = sizedField(content, 4);
    if (type === 'trun' && scale > 0 && time !== null) {
      time += runLength(content, sampleLength);
      end = Math.max(end ?? 0, time / scale);
    }
  }
  return end;
}

/** Length of an MP4 or MOV: what `mvhd` says, or `mehd` in a fragmented file, or else where its last fragment ends. */
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
  if (fragments) {
    const extent = (await findBoxes(name, fragments.start, fragments.end, ['mehd'])).get('mehd');
    if (extent) duration = Math.max(duration, sizedField(await readBytes(name, extent.start, 12), 4));
    else {
      const end = await fragmentsEnd(name, bytes, movie);
      if (end !== null) duration = Math.max(duration, end * scale);
    }
  }
  return (duration / scale) * 1_000;
}

/** Length of an AVI: its main header has the time of a frame in microseconds, and the number of frames. */
function aviLength(head: Buffer): number | null {
  const at = head.indexOf('avih');
  return at < 0 ? null : (head.readUInt32LE(at + 8) * head.readUInt32LE(at + 24)) / 1_000;
}

/** Length of a WAV: the bytes of its samples, and how many of them a second takes. Recorders may not know how many follow. */
function wavLength(bytes: number, head: Buffer): number | null {
  const [format, samples] = [head.indexOf('fmt '), head.indexOf('data')];
  if (format < 0 || samples < 0) return null;
  const stated = head.readUInt32LE(samples + 4);
  return (Math.min(stated || bytes, bytes - samples - 8) / head.readUInt32LE(format + 16)) * 1_000;
}

/** An element of EBML (RFC 8794): its ID, and its content, which goes to the end if its size is unknown. */
function* elementsIn(bytes: Buffer): Generator<{ id: number; content: Buffer }> {
  const length = (at: number) => Math.clz32(bytes[at] ?? 0) - 23;
  for (let at = 0; at + 2 <= bytes.length; ) {
    const idWidth = length(at);
    const sizeAt = at + idWidth;
    const width = length(sizeAt);
    if (idWidth > 4 || width > 8 || sizeAt + width > bytes.length) return;
    const id = bytes.readUIntBE(at, idWidth);
    let size = (bytes[sizeAt] ?? 0) & (0xff >> width);
    let isUnknown = size === 0xff >> width;
    for (let next = sizeAt + 1; next < sizeAt + width; next += 1) {
      size = size * 256 + (bytes[next] ?? 0);
      isUnknown &&= bytes[next] === 0xff;
    }
    const start = sizeAt + width;
    const end = isUnknown ? bytes.length : Math.min(bytes.length, start + size);
    yield { id, content: bytes.subarray(start, end) };
    at = end;
  }
}

const INFO = Buffer.from([0x15, 0x49, 0xa9, 0x66]);
const [DURATION, TIMESTAMP_SCALE] = [0x4489, 0x2ad7b1];
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
const [TIMESTAMP, BLOCK_GROUP, BLOCK, SIMPLE_BLOCK, BLOCK_DURATION] = [0xe7, 0xa0, 0xa1, 0xa3, 0x9b];

/** The time of a block within its cluster, which follows the number of its track. */
const blockTime = (block: Buffer) => block.readInt16BE(Math.clz32(block[0] ?? 0) - 23);

/** The time of the last block of a WebM (RFC 9559), in its units. */
async function lastBlock(name: string, bytes: number): Promise<number | null> {
  const tail = await tailFrom(name, bytes, CLUSTER);
  const [cluster] = tail ? elementsIn(tail) : [];
  if (!cluster) return null;
  let [start, latest] = [0, 0];
  for (const { id, content } of elementsIn(cluster.content)) {
    if (id === TIMESTAMP && content.length <= 6) start = content.readUIntBE(0, content.length);
    if (id === SIMPLE_BLOCK) latest = Math.max(latest, blockTime(content));
    if (id !== BLOCK_GROUP) continue;
    const group = [...elementsIn(content)];
    const block = group.find((each) => each.id === BLOCK)?.content;
    const duration = group.find((each) => each.id === BLOCK_DURATION)?.content;
    const lasts = duration && duration.length <= 6 ? duration.readUIntBE(0, duration.length) : 0;
    if (block) latest = Math.max(latest, blockTime(block) + lasts);
  }
  return start + latest;
}

/** Length of a WebM: the elements Duration and TimestampScale of its Info (RFC 9559), or the time of its last block, because recorders omit it. */
async function webmLength(name: string, bytes: number, head: Buffer): Promise<number | null> {
  const at = head.indexOf(INFO);
  const [info] = at < 0 ? [] : elementsIn(head.subarray(at));
  if (!info) return null;
  let [stated, nanoseconds] = [0, 1_000_000];
  for (const { id, content } of elementsIn(info.content)) {
    if (id === DURATION) stated = content.length === 8 ? content.readDoubleBE(0) : content.readFloatBE(0);
    if (id === TIMESTAMP_SCALE && content.length > 0 && content.length <= 6) {
      nanoseconds = content.readUIntBE(0, content.length);
    }
  }
  // Some recorders write 0.
  const value = stated > 0 ? stated : await lastBlock(name, bytes);
  return value === null ? null : (value * nanoseconds) / 1_000_000;
}

async function readLength(id: string, contentType: string): Promise<number | null> {
  const name = videoName(id);
  const bytes = await fileStore().size(name);
  if (bytes === null) return null;
  if (/^(?:video|audio)\/(?:mp4|quicktime)$/.test(contentType)) return movieLength(name, bytes);
  const head = await readBytes(name, 0, Math.min(bytes, HEAD_BYTES));
  if (/^(?:video|audio)\/(?:webm|x-matroska)$/.test(contentType)) return webmLength(name, bytes, head);
  if (contentType === 'audio/wav') return wavLength(bytes, head);
  if (contentType === 'audio/flac') return flacLength(head.subarray(startOfMp3(head)));
  if (contentType === 'audio/ogg') return oggLength(head, await tailFrom(name, bytes, OGG_PAGE));
  if (contentType === 'audio/mpeg') {
    const start = startOfMp3(head);
    const left = bytes - start;
    return left > 0 ? mp3Length(await readBytes(name, start, Math.min(left, FIRST_FRAME)), left) : null;
  }
  return contentType === 'video/x-msvideo' ? aviLength(head) : null;
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
