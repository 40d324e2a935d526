import { eq } from 'drizzle-orm';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import type { StagedVideo } from '#app/files/media/inspect-video.server.ts';
import {
  insertThumbnail,
  insertVideoRow,
  placeThumbnail,
  placeVideo,
} from '#app/files/media/keep-media.server.ts';
import type { StagedThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { videoPosters } from '#db/schema/conversions.ts';
import { lessons, media } from '#db/schema/courses.ts';

type Original = { id: string; ownerId: string };

const isUsed = (tx: Transaction, id: string) =>
  tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.videoId, id)).get() !== undefined;

/**
 * Replaces a video by its MP4 in its lesson, and deletes it after the commit. Does nothing if the lesson was deleted or has another video
 * meanwhile.
 * @throws AppError storage-full over the owner's quota
 */
export async function replaceVideo({ id, ownerId }: Original, mp4: StagedVideo): Promise<void> {
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
export async function keepPoster({ id, ownerId }: Original, poster: StagedThumbnail): Promise<void> {
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
