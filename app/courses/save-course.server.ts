import { and, count, eq } from 'drizzle-orm';
import { type Actor, memberId, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { insertThumbnail, placeThumbnail } from '#app/files/media/keep-media.server.ts';
import type { StagedThumbnail } from '#app/files/media/stage-thumbnail.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { courseDrafts, courses } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { CourseInput } from './course.schema.ts';
import { type Course, isNotRemoved } from './course.server.ts';
import { authoredCourse, courseById, recordChange } from './find-course.server.ts';
import { deleteUnused } from './media-of.server.ts';

const MAX_COURSES = 500;

/** @throws AppError conflict when the issuer has as many courses as allowed */
export function requireFewCourses(tx: Transaction, ownerId: string) {
  const of = and(eq(courses.ownerId, ownerId), isNotRemoved);
  const own = tx.select({ count: count() }).from(courses).where(of).get();
  if ((own?.count ?? 0) < MAX_COURSES) return;
  throw new AppError(
    'conflict',
    t('createCourse.anIssuerHasAtMostMaxcoursesCourses', { maxCourses: MAX_COURSES }),
  );
}

/**
 * Publishes a course with a staged thumbnail, which the caller discards, or makes it a draft.
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; conflict when the issuer has too many courses;
 *   storage-full
 */
export async function createCourse(
  actor: Actor,
  { price, draft = false, ...course }: CourseInput & { draft?: boolean },
  picture: StagedThumbnail,
): Promise<Course> {
  requireIssuer(actor, 'courses');
  const ownerId = actor.organisation.id;
  const id = newId();
  await placeThumbnail(picture);
  try {
    transaction((tx) => {
      requireStillMay(tx, actor, 'courses');
      requireFewCourses(tx, ownerId);
      insertThumbnail(tx, picture, ownerId);
      const at = now();
      const { seq } = tx
        .insert(courses)
        .values({
          id,
          ownerId,
          ...course,
          priceMinor: price,
          thumbnailId: picture.id,
          createdAt: at,
          updatedAt: at,
          createdBy: memberId(actor),
        })
        .returning({ seq: courses.seq })
        .get();
      if (draft) tx.insert(courseDrafts).values({ courseSeq: seq, draftedAt: at }).run();
      storeAnswer(tx, courseById(id));
    });
  } finally {
    await removeUnreferenced([picture.id]);
  }
  return courseById(id);
}

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
