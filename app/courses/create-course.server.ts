import { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { transaction } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import { courseSchema } from './course.schema.ts';
import type { Course } from './course.server.ts';
import { courseById } from './find-course.server.ts';
import { settle } from './media/files.server.ts';
import { insertThumbnail, placeThumbnail } from './media/keep-media.server.ts';
import type { StagedThumbnail } from './media/stage-thumbnail.server.ts';
import { MISSING_COURSE_FIELDS } from './texts.ts';

/** Checks the fields and the picture together, so that one response names everything that is missing. */
const newCourseSchema = courseSchema.extend({
  thumbnail: z.custom<StagedThumbnail>((value) => value !== null, MISSING_COURSE_FIELDS),
});

/**
 * Publishes a course with a staged thumbnail, which is deleted on failure.
 * @param input {title, description, category?, price?, firstLessonFree?}; the price is in dollars
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; storage-full
 */
export async function createCourse(
  actor: Actor,
  input: Record<string, unknown>,
  thumbnail: StagedThumbnail | null,
): Promise<Course> {
  try {
    requireIssuer(actor);
    const ownerId = actor.user.id;
    const {
      price,
      thumbnail: picture,
      ...course
    } = parseInput(newCourseSchema, { ...input, thumbnail }, MISSING_COURSE_FIELDS);
    const id = newId();
    await placeThumbnail(picture);
    try {
      transaction((tx) => {
        insertThumbnail(tx, picture, ownerId);
        const at = now();
        tx.insert(courses)
          .values({
            id,
            ownerId,
            ...course,
            priceMinor: price,
            thumbnailId: picture.id,
            createdAt: at,
            updatedAt: at,
          })
          .run();
      });
    } finally {
      await settle([picture.id]);
    }
    return courseById(id);
  } finally {
    await thumbnail?.discard();
  }
}
