import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { env } from '#app/config/env.server.ts';
import { partPath } from '#app/files/media/files.server.ts';
import { type StagedVideo, stageVideo } from '#app/files/media/inspect-video.server.ts';
import type { VideoType } from '#app/files/media/sniff.ts';
import { type StagedThumbnail, stageThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { MAX_THUMBNAIL_BYTES, MAX_VIDEO_BYTES } from '#app/files/media/texts.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { isPlayable, openAs, type ProbedVideo, probeVideo, WITHIN_MAX_PIXELS } from './probe-video.server.ts';
import { runTool, ToolError, type ToolLimits } from './run-tool.server.ts';

/** Leaves a processor to requests. */
const THREADS = String(Math.max(1, Math.min(2, availableParallelism() - 1)));

const LIMITS: ToolLimits = {
  cpuSeconds: 4 * 3_600,
  memoryKb: 2_000_000,
  fileBytes: MAX_VIDEO_BYTES,
  timeoutMs: 6 * 3_600_000,
  stallMs: 120_000,
};
const POSTER_LIMITS: ToolLimits = {
  cpuSeconds: 60,
  memoryKb: 1_500_000,
  fileBytes: MAX_THUMBNAIL_BYTES,
  timeoutMs: 180_000,
  stallMs: 180_000,
};

const KILOBIT = 1_000;
const MOST_KILOBITS = 5_000;
const AUDIO_KILOBITS = 128;
/** The target size of a video, with room for the container and peaks. */
const AIMED_BYTES = MAX_VIDEO_BYTES * 0.9;

/** The highest bit rate at which a video of this length fits into the largest file. */
function videoKilobits(durationMs: number | null): number {
  if (durationMs === null) return MOST_KILOBITS;
  const fitting = (AIMED_BYTES * 8) / (durationMs / 1_000) / KILOBIT - AUDIO_KILOBITS;
  return Math.round(Math.max(50, Math.min(MOST_KILOBITS, fitting)));
}

const quiet = ['-nostdin', '-hide_banner', '-v', 'error'];
/** Makes pixels square first: players show others as wide as they are meant, and pictures don't. */
const SQUARE = "scale=w='iw*clip(sar,1,4)':h='ih/clip(sar,0.25,1)'";
const within = (width: number) =>
  `${SQUARE},scale=w='min(${width},iw)':h='min(${width},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1`;

/** How long a conversion may take, as a multiple of the length of the film. */
const LONGEST_CONVERSION = 10;

/** A slower conversion would keep the videos behind it waiting. Short films have as long as a pause may take. */
const timeoutOf = ({ durationMs }: ProbedVideo, stallMs: number) =>
  durationMs === null
    ? LIMITS.timeoutMs
    : Math.min(LIMITS.timeoutMs, Math.max(stallMs, LONGEST_CONVERSION * durationMs));

/** Whether the MP4 is as long as the original, where that is known. */
const isAsLong = (made: ProbedVideo, { durationMs }: ProbedVideo) =>
  durationMs === null ||
  (made.durationMs !== null && Math.abs(made.durationMs - durationMs) <= Math.max(2_000, durationMs / 20));

/** A video in a local file. */
export type VideoSource = { id: string; path: string; type: VideoType; probed: ProbedVideo };

/** Arguments that take film, with its sound. */
const filmOf = (kilobits: number) => [
  ...['-map', '0:v:0', '-map', '0:a:0?'],
  ...['-vf', within(1_920), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast'],
  ...['-crf', '23', '-maxrate', `${kilobits}k`, '-bufsize', `${2 * kilobits}k`, '-threads', THREADS],
];

/**
 * Converts a video to MP4 (H.264, AAC), and sound to M4A, which play while they are loaded. Leaves nothing behind on failure.
 * @param onProgress called with the part that is done, in thousandths
 * @returns the MP4, which the caller discards or moves into place
 * @throws ToolError, also for a film with too many pixels; AppError storage-full, too-large; an error for
 *   other output
 */
export async function convertVideo(
  { id, path, type, probed }: VideoSource,
  onProgress: (permille: number) => void,
  signal: AbortSignal,
  stallMs = LIMITS.stallMs,
): Promise<StagedVideo> {
  if (probed.isTooLarge) throw new ToolError('too-many-pixels', 'a side has too many pixels');
  const output = partPath(`${id}-converted`);
  const { ffmpeg = '' } = env().ffmpeg ?? {};
  let furthest = 0;
  const onLine = (line: string) => {
    const [, time] = /^out_time_us=(\d+)$/.exec(line) ?? [];
    const doneMs = Number(time ?? 0) / 1_000;
    if (doneMs <= furthest) return false;
    furthest = doneMs;
    if (probed.durationMs !== null) {
      onProgress(Math.min(999, Math.floor((doneMs * 1_000) / probed.durationMs)));
    }
    return true;
  };
  try {
    const converted = runTool(
      [
        ffmpeg,
        ...[...quiet, '-threads', THREADS, ...WITHIN_MAX_PIXELS, ...openAs(type, path)],
        ...['-map_metadata', '-1', '-filter_threads', '1'],
        ...(probed.codec === null ? ['-map', '0:a:0', '-vn'] : filmOf(videoKilobits(probed.durationMs))),
        ...['-c:a', 'aac', '-b:a', `${AUDIO_KILOBITS}k`, '-ac', '2', '-movflags', '+faststart'],
        ...['-progress', 'pipe:1', '-stats_period', '2', '-f', 'mp4', '-y', `file:${output}`],
      ],
      { ...LIMITS, stallMs, timeoutMs: timeoutOf(probed, stallMs) },
      { signal, onLine },
    );
    await converted.catch(async (error: unknown) => {
      // A program may handle the signal of this limit, and only fail.
      const { size } = await stat(output).catch(() => ({ size: 0 }));
      throw size >= LIMITS.fileBytes ? new ToolError('too-large', String(error)) : error;
    });
    const made = await probeVideo(output, 'video/mp4', signal);
    if (!made || !isPlayable('video/mp4', made)) throw new Error('The output is no MP4 that browsers play');
    if (!isAsLong(made, probed)) throw new Error('The MP4 is not as long as the original');
    const staged = await stageVideo(createReadStream(output));
    const wanted = probed.codec === null ? 'audio/mp4' : 'video/mp4';
    if (staged.contentType === wanted && staged.notice === null) return staged;
    await staged.discard();
    throw new Error('The output is no MP4 that browsers play');
  } finally {
    await rm(output, { force: true });
  }
}

/** Where a poster is taken: after the beginning, which is often black. */
const posterAt = (durationMs: number | null) => ((durationMs ?? 0) / 10_000).toFixed(3);

/**
 * Takes a poster picture from a video.
 * @returns the picture, which the caller discards or moves into place
 * @throws ToolError; AppError
 */
export async function takePoster(
  { id, path, type, probed }: VideoSource,
  client: Client,
  signal: AbortSignal,
): Promise<StagedThumbnail> {
  const output = partPath(`${id}-poster`);
  const { ffmpeg = '' } = env().ffmpeg ?? {};
  try {
    await runTool(
      [
        ffmpeg,
        ...[...quiet, '-threads', '1', '-ss', posterAt(probed.durationMs), ...openAs(type, path)],
        ...['-map', '0:v:0', '-frames:v', '1', '-vf', within(1_280), '-c:v', 'png'],
        ...['-f', 'image2', '-update', '1', '-y', `file:${output}`],
      ],
      POSTER_LIMITS,
      { signal },
    );
    return await stageThumbnail(createReadStream(output), client);
  } finally {
    await rm(output, { force: true });
  }
}
