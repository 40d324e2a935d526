import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
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

/**
 * Publishes a course. The staged thumbnail becomes the course's; on failure it is deleted.
 * @param input {title, description, category?, price?}; the price in dollars
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; storage-full
 */
export async function createCourse(
  actor: Actor,
  input: unknown,
  thumbnail: StagedThumbnail | null,
): Promise<Course> {
  try {
    requireIssuer(actor);
    const ownerId = actor.user.id;
    const { price, ...course } = parseInput(courseSchema, input, MISSING_COURSE_FIELDS);
    if (!thumbnail) throw invalid(MISSING_COURSE_FIELDS, { thumbnail: [MISSING_COURSE_FIELDS] });
    const id = newId();
    await placeThumbnail(thumbnail);
    try {
      transaction((tx) => {
        insertThumbnail(tx, thumbnail, ownerId);
        const at = now();
        tx.insert(courses)
          .values({
            id,
            ownerId,
            ...course,
            priceMinor: price,
            thumbnailId: thumbnail.id,
            createdAt: at,
            updatedAt: at,
          })
          .run();
      });
    } finally {
      await settle([thumbnail.id]);
    }
    return courseById(id);
  } finally {
    await thumbnail?.discard();
  }
}
