import { type FileHandle, open } from 'node:fs/promises';
import { invalid } from '#app/shared/errors.server.ts';
import { type ReceivedFile, receiveFile } from './receive-file.server.ts';
import { SNIFF_BYTES, sniffVideo, type VideoType } from './sniff.ts';
import { aviNotice, codecNotice, MAX_VIDEO_BYTES, notAVideo, videoTooLarge } from './texts.ts';
import { BOX_HEADER_BYTES, type Box, readBoxHeader } from './video-length.server.ts';

export type InspectedVideo = {
  contentType: VideoType;
  /** A playback warning for the author, or null. */
  notice: string | null;
};

/** Sample entries that every current browser decodes. */
const PLAYABLE = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01']);
const MAX_BOXES = 10_000;
/** Boxes that can contain the video track's boxes. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const MEBIBYTE = 1_048_576;

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The boxes between two offsets (ISO/IEC 14496-12 section 4.2), or null when their sizes do not add up. */
async function boxes(
  file: FileHandle,
  from: number,
  to: number,
  budget: { left: number },
): Promise<Box[] | null> {
  const found: Box[] = [];
  for (let at = from; at < to; ) {
    budget.left -= 1;
    const head = await read(file, at, BOX_HEADER_BYTES);
    // QuickTime ends some containers with four zero bytes.
    if (to - at === 4 && head.length >= 4 && head.readUInt32BE(0) === 0) break;
    if (head.length < 8 || to - at < 8 || budget.left < 0) return null;
    const box = readBoxHeader(head, to - at);
    if (!box || at + box.size > to) return null;
    found.push({ type: box.type, start: at + box.header, end: at + box.size });
    at += box.size;
  }
  return found;
}

/** Codecs of a movie's video tracks as four-character codes. Null when the file is broken or truncated. */
async function movieCodecs(file: FileHandle, bytes: number): Promise<string[] | null> {
  const budget = { left: MAX_BOXES };
  const top = await boxes(file, 0, bytes, budget);
  const media = top?.some(({ type, start, end }) => type === 'mdat' && end > start);
  if (!top || !media) return null;
  const codecs: string[] = [];

  async function walk({ start, end }: Box, track: { video: boolean }): Promise<boolean> {
    const children = await boxes(file, start, end, budget);
    if (!children) return false;
    for (const child of children) {
      const inner = child.type === 'trak' ? { video: false } : track;
      if (child.type === 'hdlr') {
        // QuickTime has a second `hdlr` in minf, which must not override the first.
        const handler = await read(file, child.start + 8, 4);
        if (handler.toString('latin1') === 'vide') track.video = true;
      } else if (child.type === 'stsd' && track.video) {
        const entry = await read(file, child.start + 12, 4);
        codecs.push(entry.toString('latin1'));
      } else if (CONTAINERS.has(child.type) && !(await walk(child, inner))) return false;
    }
    return true;
  }

  for (const box of top) {
    if (box.type === 'moov' && !(await walk(box, { video: false }))) return null;
  }
  return codecs.length > 0 ? codecs : null;
}

/** Whether a WebM file has a video track and is as long as its header says (RFC 8794, RFC 9559). */
function isWholeWebm(head: Buffer, bytes: number): boolean {
  const segment = head.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]));
  if (segment < 0 || !/V_(VP8|VP9|AV1)/.test(head.toString('latin1'))) return false;
  const first = head[segment + 4] ?? 0;
  const width = Math.clz32(first) - 23;
  if (width < 1 || width > 8) return false;
  let size = first & (0xff >> width);
  let unknown = size === 0xff >> width;
  for (let index = 1; index < width; index += 1) {
    const byte = head[segment + 4 + index] ?? 0;
    size = size * 256 + byte;
    unknown &&= byte === 0xff;
  }
  // Recorders that write to a stream leave the size unknown.
  return unknown || segment + 4 + width + size <= bytes;
}

function isWholeAvi(head: Buffer, bytes: number): boolean {
  const declared = head.readUInt32LE(4) + 8;
  return declared > 12 && declared <= bytes + 1 && head.includes('vids');
}

/**
 * Inspects a complete file: its type, whether it has a video track and is complete, and whether browsers can play it. Reads
 * only a few kilobytes.
 * @returns null when it is not a supported video
 */
export async function inspectVideo(path: string, bytes: number): Promise<InspectedVideo | null> {
  const file = await open(path);
  try {
    const head = await read(file, 0, MEBIBYTE);
    const contentType = head.length < SNIFF_BYTES ? null : sniffVideo(head.subarray(0, SNIFF_BYTES));
    if (contentType === null) return null;
    if (contentType === 'video/webm') return isWholeWebm(head, bytes) ? { contentType, notice: null } : null;
    if (contentType === 'video/x-msvideo') {
      return isWholeAvi(head, bytes) ? { contentType, notice: aviNotice() } : null;
    }
    const codecs = await movieCodecs(file, bytes);
    if (!codecs) return null;
    return { contentType, notice: codecs.every((codec) => PLAYABLE.has(codec)) ? null : codecNotice() };
  } finally {
    await file.close();
  }
}

/** A received and inspected video in a temporary file. `addLesson` and `updateLesson` move it into place. */
export type StagedVideo = ReceivedFile & InspectedVideo;

/**
 * Receives a video: MP4, MOV, AVI or WebM by its bytes, at most 500 MB. Leaves nothing behind on failure.
 * @example await stageVideo(createReadStream('lesson.mp4'))
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function stageVideo(source: AsyncIterable<Uint8Array>): Promise<StagedVideo> {
  const file = await receiveFile(source, {
    maxBytes: MAX_VIDEO_BYTES,
    tooLargeMessage: videoTooLarge(),
    accepts: (head) => sniffVideo(head) !== null,
    wrongKindMessage: notAVideo(),
    field: 'videoFile',
  });
  const inspected = await inspectVideo(file.path, file.bytes).catch(() => null);
  if (!inspected) {
    await file.discard();
    throw invalid(notAVideo(), { videoFile: [notAVideo()] });
  }
  return { ...file, ...inspected };
}
