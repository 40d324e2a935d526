import { now } from '#app/shared/clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { media, mediaFiles } from '#db/schema/courses.ts';
import { lessonFileName, place, removeUnreferenced, thumbnailName, videoName } from './files.server.ts';
import type { StagedVideo } from './inspect-video.server.ts';
import { storageFailure } from './receive-file.server.ts';
import type { StagedLessonFile } from './stage-lesson-file.server.ts';
import type { StagedThumbnail } from './stage-thumbnail.server.ts';
import { requireWithinQuota } from './storage.server.ts';

// A staged file is stored in three steps: place…(), then insert…() in the transaction that refers to it, then
// removeUnreferenced(), which removes the file if the transaction failed.

async function placed(id: string, files: { from: string; name: string }[]) {
  try {
    await place(id, files);
  } catch (error) {
    await removeUnreferenced([id]);
    throw storageFailure(error);
  }
}

export const placeVideo = (video: StagedVideo) =>
  placed(video.id, [{ from: video.path, name: videoName(video.id) }]);

export const placeThumbnail = (thumbnail: StagedThumbnail) =>
  placed(
    thumbnail.id,
    thumbnail.files.map(({ width, path }) => ({ from: path, name: thumbnailName(thumbnail.id, width) })),
  );

export const placeLessonFile = (file: StagedLessonFile) =>
  placed(file.id, [{ from: file.path, name: lessonFileName(file.id) }]);

export function insertLessonFile(tx: Transaction, file: StagedLessonFile, ownerId: string) {
  const { id, contentType, bytes, sha256 } = file;
  tx.insert(media).values({ id, kind: 'file', ownerId, contentType, bytes, createdAt: now() }).run();
  tx.insert(mediaFiles)
    .values({ mediaId: id, name: lessonFileName(id), bytes, sha256 })
    .run();
  requireWithinQuota(ownerId, bytes);
}

export function insertVideo(tx: Transaction, video: StagedVideo, ownerId: string) {
  insertVideoRow(tx, video, ownerId);
  requireWithinQuota(ownerId, video.bytes);
}

/** Inserts a video that replaces another one of its owner. The caller deletes that, and then requires that both are within the quota. */
export function insertVideoRow(tx: Transaction, video: StagedVideo, ownerId: string) {
  const { id, contentType, bytes } = video;
  tx.insert(media).values({ id, kind: 'video', ownerId, contentType, bytes, createdAt: now() }).run();
  tx.insert(mediaFiles)
    .values({ mediaId: id, name: videoName(id), bytes, sha256: video.sha256 })
    .run();
}

export function insertThumbnail(tx: Transaction, thumbnail: StagedThumbnail, ownerId: string) {
  const { id, bytes, width, height } = thumbnail;
  tx.insert(media)
    .values({
      id,
      kind: 'thumbnail',
      ownerId,
      contentType: 'image/webp',
      bytes,
      width,
      height,
      createdAt: now(),
    })
    .run();
  const files = thumbnail.files.map((file) => ({
    mediaId: id,
    name: thumbnailName(id, file.width),
    bytes: file.bytes,
    sha256: file.sha256,
  }));
  tx.insert(mediaFiles).values(files).run();
  requireWithinQuota(ownerId, bytes);
}
