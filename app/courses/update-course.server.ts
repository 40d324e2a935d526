import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { insertThumbnail, placeThumbnail } from '#app/files/media/keep-media.server.ts';
import type { StagedThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import type { CourseInput } from './course.schema.ts';
import type { Course } from './course.server.ts';
import { authoredCourse, courseById, recordChange } from './find-course.server.ts';
import { deleteUnused } from './media-of.server.ts';

/**
 * Changes a course's fields and, if a new one is given, its thumbnail. The old files are deleted after the commit.
 * @param thumbnail staged; the caller discards it
 * @throws AppError unauthenticated; forbidden; not-found; invalid, naming fields; storage-full
 */
export async function updateCourse(
  actor: Actor,
  courseId: string,
  { price, ...fields }: CourseInput,
  thumbnail: StagedThumbnail | null = null,
): Promise<Course> {
  const { thumbnailId: oldId } = authoredCourse(actor, courseId);
  if (thumbnail) {
    await placeThumbnail(thumbnail);
    await noteRemoval([oldId]);
  }
  try {
    transaction((tx) => {
      const { ownerId, thumbnailId } = authoredCourse(actor, courseId, tx);
      if (thumbnail) insertThumbnail(tx, thumbnail, ownerId);
      tx.update(courses)
        .set({ ...fields, priceMinor: price, ...(thumbnail && { thumbnailId: thumbnail.id }) })
        .where(eq(courses.id, courseId))
        .run();
      if (thumbnail) deleteUnused(tx, [thumbnailId]);
      recordChange(tx, courseId);
      storeAnswer(tx, courseById(courseId));
    });
  } finally {
    if (thumbnail) await removeUnreferenced([thumbnail.id, oldId]);
  }
  return courseById(courseId);
}
