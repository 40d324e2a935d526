import { count, eq, max } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import type { Transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { t } from '#messages';

const MAX_LESSONS = 200;
/** Keeps a course, which the API returns with all of its lessons, below the size of a page (`endOfPage` in list-courses.server.ts). */
const MAX_LESSONS_OF_COURSE = 500;

type LessonType = (typeof lessons.$inferSelect)['type'];
type NewLesson = Pick<
  typeof lessons.$inferInsert,
  'id' | 'type' | 'title' | 'duration' | 'durationSeconds' | 'videoId'
>;

/**
 * @param isMoved whether the lesson is in the course already
 * @throws AppError conflict when a module or its course has as many lessons as allowed
 */
export function requireRoom(
  tx: Pick<Transaction, 'select'>,
  { id, courseId }: { id: string; courseId: string },
  isMoved = false,
) {
  const inModule = tx.select({ count: count() }).from(lessons).where(eq(lessons.moduleId, id)).get();
  if ((inModule?.count ?? 0) >= MAX_LESSONS) {
    throw new AppError(
      'conflict',
      t('insertLesson.aModuleHasAtMostMaxlessonsLessons', { maxLessons: MAX_LESSONS }),
    );
  }
  if (isMoved) return;
  const inCourse = tx
    .select({ count: count() })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(eq(modules.courseId, courseId))
    .get();
  if ((inCourse?.count ?? 0) >= MAX_LESSONS_OF_COURSE) {
    throw new AppError(
      'conflict',
      t('insertLesson.aCourseHasAtMostMaxlessonsofcourseLessons', {
        maxLessonsOfCourse: MAX_LESSONS_OF_COURSE,
      }),
    );
  }
}

/** The position after a module's last lesson. */
export function endOfModule(tx: Pick<Transaction, 'select'>, moduleId: string): number {
  const row = tx
    .select({ last: max(lessons.position) })
    .from(lessons)
    .where(eq(lessons.moduleId, moduleId))
    .get();
  return (row?.last ?? 0) + 1;
}

/** A lesson to insert, from the fields that its author enters. */
export const newLesson = <Type extends LessonType>(
  type: Type,
  { title, duration }: { title: string; duration: { text: string; seconds: number } },
) => ({ id: newId(), type, title, duration: duration.text, durationSeconds: duration.seconds });

/** The other members of a new lesson without a video. */
export const WITHOUT_VIDEO = { videoPath: null, contentType: null, isDraft: false, isOpen: true };

/**
 * Inserts a lesson at the end of a module.
 * @throws AppError conflict when the module or its course is full
 */
export function insertLesson(tx: Transaction, module: { id: string; courseId: string }, lesson: NewLesson) {
  requireRoom(tx, module);
  const position = endOfModule(tx, module.id);
  tx.insert(lessons)
    .values({ ...lesson, moduleId: module.id, position, createdAt: now() })
    .run();
}
