import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { convertVideo, takePoster, type VideoSource } from '#app/files/convert/convert-video.server.ts';
import { isPlayable, probeVideo } from '#app/files/convert/probe-video.server.ts';
import { ToolError } from '#app/files/convert/run-tool.server.ts';
import { noteRemoval, partPath, removeUnreferenced, videoName } from '#app/files/media/files.server.ts';
import type { StagedVideo } from '#app/files/media/inspect-video.server.ts';
import {
  insertThumbnail,
  insertVideoRow,
  placeThumbnail,
  placeVideo,
} from '#app/files/media/keep-media.server.ts';
import type { VideoType } from '#app/files/media/sniff.ts';
import type { StagedThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { hasSpaceFor, requireWithinQuota } from '#app/files/media/storage.server.ts';
import { uploadsFull } from '#app/files/media/texts.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { SITE } from '#app/shared/fair-queue.server.ts';
import { log } from '#app/shared/log.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { lessons, media } from '#db/schema/courses.ts';
import { videoPosters } from '#db/schema/lessons.ts';
import type { ConversionFailure } from './conversion.ts';
import type { PendingVideo, Turn } from './conversion-state.server.ts';
import {
  FIRST_TURN,
  markDone,
  markFailed,
  markPending,
  markRunning,
  newestSeq,
  pendingVideo,
  storePermille,
} from './conversion-state.server.ts';

type Original = { id: string; ownerId: string };

const isUsed = (tx: Transaction, id: string) =>
  tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.videoId, id)).get() !== undefined;

/**
 * Replaces a video by its MP4 in its lesson, and deletes it after the commit. Does nothing if the lesson was deleted or has another video
 * meanwhile.
 * @throws AppError storage-full over the owner's quota
 */
async function replaceVideo({ id, ownerId }: Original, mp4: StagedVideo): Promise<void> {
  await placeVideo(mp4);
  await noteRemoval([id]);
  try {
    transaction((tx) => {
      if (!isUsed(tx, id)) return;
      insertVideoRow(tx, mp4, ownerId);
      tx.update(lessons).set({ videoId: mp4.id }).where(eq(lessons.videoId, id)).run();
      tx.delete(media).where(eq(media.id, id)).run();
      requireWithinQuota(ownerId, mp4.bytes);
    });
  } finally {
    await removeUnreferenced([mp4.id, id]);
  }
}

/**
 * Keeps the poster of a video, unless the video is gone.
 * @throws AppError storage-full
 */
async function keepPoster({ id, ownerId }: Original, poster: StagedThumbnail): Promise<void> {
  await placeThumbnail(poster);
  try {
    transaction((tx) => {
      if (!isUsed(tx, id)) return;
      insertThumbnail(tx, poster, ownerId);
      tx.insert(videoPosters).values({ mediaId: id, thumbnailId: poster.id }).onConflictDoNothing().run();
    });
  } finally {
    await removeUnreferenced([poster.id]);
  }
}

// Each video is probed after its upload. If browsers cannot play it, it is converted to a new file, which
// replaces it in one transaction. After a crash the row of the conversion remains, and the next start repeats
// the work.

const EVERY_MS = 3_000;
/** Before a video is tried again for which the disk or the storage was not ready. */
const LATER_MS = 60_000;
const MOST_TRIES = 3;
const STORED_EVERY_MS = 2_000;

/** The disk or the storage is not ready. The video waits. */
class NotNow extends Error {}

const isFull = (error: unknown) =>
  isDiskFull(error) ||
  (error instanceof AppError &&
    (error.code === 'busy' || (error.code === 'storage-full' && error.message === uploadsFull())));

async function requireSpace(bytes: number) {
  if (!(await hasSpaceFor(bytes))) throw new NotNow('no space');
}

/** A video as a local file, which ffmpeg can seek in, and which stays when the video is replaced meanwhile. */
async function copyOf({ id, bytes }: PendingVideo): Promise<string> {
  const path = partPath(`${id}-original`);
  await fileStore().copyTo(path, videoName(id), bytes);
  return path;
}

/** Stores the progress now and then, and aborts when the disk becomes full. */
function watchProgress(id: string, abort: (error: Error) => void) {
  let storedAt = 0;
  return (permille: number) => {
    if (performance.now() - storedAt < STORED_EVERY_MS) return;
    storedAt = performance.now();
    storePermille(id, permille);
    requireSpace(0).catch(abort);
  };
}

async function toMp4(video: PendingVideo, source: VideoSource, stop: AbortSignal, stallMs?: number) {
  const own = new AbortController();
  const signal = AbortSignal.any([stop, own.signal]);
  storePermille(video.id, 0);
  try {
    return await convertVideo(
      source,
      watchProgress(video.id, (error) => own.abort(error)),
      signal,
      stallMs,
    );
  } catch (error) {
    if (own.signal.aborted) throw own.signal.reason;
    // ffmpeg reports a full disk by its exit code.
    await requireSpace(0);
    throw error;
  }
}

/** A poster is not necessary, so its failure is not the video's. */
async function addPoster(video: PendingVideo, source: VideoSource, stop: AbortSignal) {
  try {
    const poster = await takePoster(source, SITE, stop);
    try {
      await keepPoster(video, poster);
    } finally {
      await poster.discard();
    }
  } catch (error) {
    if (stop.aborted) throw error;
    log.warn({ err: error, media: video.id }, 'no poster was taken from a video');
  }
}

/** Converts a video if browsers cannot play it, and takes a poster from it. */
async function prepare(video: PendingVideo, stop: AbortSignal, stallMs?: number) {
  await requireSpace(2 * video.bytes);
  const type = video.contentType as VideoType;
  const path = await copyOf(video);
  let mp4: StagedVideo | null = null;
  try {
    const probed = await probeVideo(path, type, stop);
    if (!probed) throw new ToolError('failed', 'no video track');
    const source = { id: video.id, path, type, probed };
    if (isPlayable(type, probed)) {
      if (probed.codec !== null) await addPoster(video, source, stop);
      markDone(video.id);
      return;
    }
    mp4 = await toMp4(video, source, stop, stallMs);
    // The MP4 is looked at next, for its poster.
    await replaceVideo(video, mp4);
  } finally {
    await mp4?.discard();
    await rm(path, { force: true });
  }
}

function reasonOf(error: unknown): ConversionFailure {
  if (error instanceof ToolError && error.failure !== 'stopped') return error.failure;
  const isOverQuota = error instanceof AppError && error.code === 'storage-full';
  return isOverQuota ? 'storage-full' : 'failed';
}

/**
 * Prepares the next video.
 * @returns the turn to go on with; `wait` if it waits for the disk or the storage; null without a next one
 * @throws an error when it was stopped
 */
export async function convertNext(
  turn: Turn,
  stop: AbortSignal,
  stallMs?: number,
): Promise<Turn | 'wait' | null> {
  const video = pendingVideo(turn);
  if (!video) return null;
  const next = { ...turn, ownerId: video.ownerId };
  if (video.tries >= MOST_TRIES) {
    markFailed(video.id, 'interrupted');
    return next;
  }
  markRunning(video.id);
  try {
    await prepare(video, stop, stallMs);
  } catch (error) {
    if (stop.aborted) {
      markPending(video.id);
      throw error;
    }
    if (error instanceof NotNow || isFull(error)) {
      markPending(video.id);
      log.warn({ err: error, media: video.id }, 'a video waits for its conversion');
      return 'wait';
    }
    markFailed(video.id, reasonOf(error));
    log.warn({ err: error, media: video.id }, 'a video was not converted');
  }
  return next;
}

/** Converts videos in the background, one at a time and in turns of their accounts, if ffmpeg is installed. Returns a function that stops it, and ffmpeg. */
export function startConvertingVideos(): () => Promise<void> {
  if (!env().ffmpeg) return async () => undefined;
  let turn = FIRST_TURN;
  return startPeriodic('video conversions', async (stop) => {
    const newest = newestSeq();
    while (!stop.aborted) {
      const next = await convertNext(turn, stop);
      if (next === 'wait') return LATER_MS;
      if (next === null) {
        turn = { ...turn, after: newest };
        break;
      }
      turn = next;
    }
    return EVERY_MS;
  });
}
