import { type FileHandle, open } from 'node:fs/promises';
import { env } from '#app/config/env.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { type ReceivedFile, receiveFile } from './receive-file.server.ts';
import {
  LEAST_BYTES,
  needsConversion,
  otherKind,
  SNIFF_BYTES,
  sniffVideo,
  takenKinds,
  VIDEO_KINDS,
  type VideoType,
} from './sniff.ts';
import { startOfMp3 } from './sound-length.ts';
import {
  aviNotice,
  codecNotice,
  isIncomplete,
  isOtherKind,
  isUnknownKind,
  kindsTaken,
  MAX_VIDEO_BYTES,
  needsFfmpeg,
  notAVideo,
  videoTooLarge,
} from './texts.ts';
import { BOX_HEADER_BYTES, type Box, readBoxHeader } from './video-length.server.ts';

export type InspectedVideo = {
  contentType: VideoType;
  /** A playback warning for the author, or null. */
  notice: string | null;
};

/** Sample entries that every current browser decodes. */
const PLAYABLE = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01']);
const PLAYABLE_SOUND = /^(?:mp4a|\.mp3|Opus|fLaC)$/;
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

type Handler = 'vide' | 'soun';
type Track = { handler: Handler | null };

/** Codecs of a movie's tracks as four-character codes. Null when the file is broken or truncated, or has neither film nor sound. */
async function movieCodecs(file: FileHandle, bytes: number): Promise<Record<Handler, string[]> | null> {
  const budget = { left: MAX_BOXES };
  const top = await boxes(file, 0, bytes, budget);
  const media = top?.some(({ type, start, end }) => type === 'mdat' && end > start);
  if (!top || !media) return null;
  const codecs: Record<Handler, string[]> = { vide: [], soun: [] };

  async function walk({ start, end }: Box, track: Track): Promise<boolean> {
    const children = await boxes(file, start, end, budget);
    if (!children) return false;
    for (const child of children) {
      const inner = child.type === 'trak' ? { handler: null } : track;
      if (child.type === 'hdlr') {
        // QuickTime has a second `hdlr` in minf, which must not override the first.
        const handler = (await read(file, child.start + 8, 4)).toString('latin1');
        if (handler === 'vide' || handler === 'soun') track.handler = handler;
      } else if (child.type === 'stsd' && track.handler) {
        const entry = await read(file, child.start + 12, 4);
        codecs[track.handler].push(entry.toString('latin1'));
      } else if (CONTAINERS.has(child.type) && !(await walk(child, inner))) return false;
    }
    return true;
  }

  for (const box of top) {
    if (box.type === 'moov' && !(await walk(box, { handler: null }))) return null;
  }
  return codecs.vide.length + codecs.soun.length > 0 ? codecs : null;
}

/** Whether a Matroska file has such a track and is as long as its header says (RFC 8794, RFC 9559). */
function isWholeMatroska(head: Buffer, bytes: number, track: RegExp): boolean {
  const segment = head.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]));
  if (segment < 0 || !track.test(head.toString('latin1'))) return false;
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

function isWholeWav(head: Buffer, bytes: number): boolean {
  // Recorders that write to a stream leave the size unknown.
  const declared = head.readUInt32LE(4);
  return head.includes('fmt ') && (declared === 0xffff_ffff || declared === 0 || declared + 8 <= bytes + 1);
}

const WEBM_VIDEO = /V_(VP8|VP9|AV1)/;
const WEBM_SOUND = /A_(OPUS|VORBIS)/;
const ANY_TRACK = /[VA]_[A-Z]/;
/** Films in Ogg, which no browser plays any more. */
const OGG_FILM = 'theora';

/** The type of an MP4 or MOV, which is sound if it has no film, and a notice about codecs that some browsers lack. */
async function inspectMovie(
  file: FileHandle,
  bytes: number,
  sniffed: VideoType,
): Promise<InspectedVideo | null> {
  const codecs = await movieCodecs(file, bytes);
  if (!codecs) return null;
  const { vide, soun } = codecs;
  const isFilm = vide.length > 0;
  const isPlayable = isFilm
    ? vide.every((codec) => PLAYABLE.has(codec))
    : soun.every((codec) => PLAYABLE_SOUND.test(codec));
  const contentType = isFilm ? (sniffed === 'audio/mp4' ? 'video/mp4' : sniffed) : 'audio/mp4';
  return { contentType, notice: isPlayable ? null : codecNotice() };
}

/**
 * Inspects a complete file: its type, whether it has film or sound and is complete, and whether browsers can play it. Reads
 * only a few kilobytes.
 * @returns null when it is not a supported video
 */
export async function inspectVideo(path: string, bytes: number): Promise<InspectedVideo | null> {
  const file = await open(path);
  try {
    const head = await read(file, 0, MEBIBYTE);
    const contentType = head.length < LEAST_BYTES ? null : sniffVideo(head.subarray(0, SNIFF_BYTES));
    switch (contentType) {
      case null:
        return null;
      case 'video/webm':
        if (isWholeMatroska(head, bytes, WEBM_VIDEO)) return { contentType, notice: null };
        return isWholeMatroska(head, bytes, WEBM_SOUND) ? { contentType: 'audio/webm', notice: null } : null;
      case 'video/x-matroska':
        return isWholeMatroska(head, bytes, ANY_TRACK) ? { contentType, notice: codecNotice() } : null;
      case 'video/x-msvideo':
        return isWholeAvi(head, bytes) ? { contentType, notice: aviNotice() } : null;
      case 'audio/wav':
        return isWholeWav(head, bytes) ? { contentType, notice: null } : null;
      case 'audio/mpeg': {
        // Other sound may have the same tag before it.
        const start = startOfMp3(head);
        const tagged = start > 0 ? sniffVideo(await read(file, start, SNIFF_BYTES)) : null;
        const isOther = tagged === 'audio/aac' || tagged === 'audio/flac';
        return { contentType: isOther ? tagged : contentType, notice: null };
      }
      case 'audio/ogg':
        return { contentType, notice: head.includes(OGG_FILM) ? codecNotice() : null };
      case 'video/mp4':
      case 'video/quicktime':
      case 'audio/mp4':
        return await inspectMovie(file, bytes, contentType);
      default:
        return { contentType, notice: needsConversion(contentType) ? codecNotice() : null };
    }
  } finally {
    await file.close();
  }
}

/** Why a file is refused, after the sentence that it is no video: what is taken, and what is wrong with it. */
function reasonsFor(head: Uint8Array): string[] {
  const converts = env().ffmpeg !== null;
  const type = sniffVideo(head);
  const other = otherKind(head);
  const wrong =
    type !== null && needsConversion(type) && !converts
      ? needsFfmpeg(VIDEO_KINDS[type].name)
      : type !== null
        ? isIncomplete()
        : other
          ? isOtherKind(other)
          : isUnknownKind();
  return [kindsTaken(takenKinds(converts)), wrong];
}

/** A received and inspected video in a temporary file. `addLesson` and `updateLesson` move it into place. */
export type StagedVideo = ReceivedFile & InspectedVideo;

/**
 * Receives a video or sound by its bytes, at most 500 MB. Kinds that no browser plays are taken where ffmpeg converts them. Leaves
 * nothing behind on failure.
 * @example await stageVideo(createReadStream('lesson.mp4'))
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function stageVideo(source: AsyncIterable<Uint8Array>): Promise<StagedVideo> {
  let head = new Uint8Array(0);
  const file = await receiveFile(source, {
    maxBytes: MAX_VIDEO_BYTES,
    tooLargeMessage: videoTooLarge(),
    accepts(first) {
      head = new Uint8Array(first);
      const type = sniffVideo(first);
      return type !== null && (env().ffmpeg !== null || !needsConversion(type));
    },
    wrongKindMessage: notAVideo(),
    wrongKindReasons: reasonsFor,
    field: 'videoFile',
  });
  const inspected = await inspectVideo(file.path, file.bytes).catch(() => null);
  if (!inspected) {
    await file.discard();
    throw invalid(notAVideo(), { videoFile: [notAVideo(), ...reasonsFor(head)] });
  }
  return { ...file, ...inspected };
}
