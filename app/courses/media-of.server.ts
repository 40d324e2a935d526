import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { db, type Transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { lessonFiles } from '#db/schema/lessons.ts';

type Reader = Pick<Transaction, 'select'>;

/** Media ids of the videos and files of lessons. */
function mediaOf(condition: SQL, tx: Reader): string[] {
  const videos = tx
    .select({ id: lessons.videoId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(condition, isNotNull(lessons.videoId)))
    .all();
  const files = tx
    .select({ id: lessonFiles.mediaId })
    .from(lessonFiles)
    .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(condition)
    .all();
  return [...videos, ...files].flatMap(({ id }) => id ?? []);
}

/** Media ids of all lessons of a course. */
export const mediaOfCourse = (courseId: string, tx: Reader = db()) =>
  mediaOf(eq(modules.courseId, courseId), tx);

/** Media ids of all lessons of a module. */
export const mediaOfModule = (moduleId: string, tx: Reader = db()) =>
  mediaOf(eq(lessons.moduleId, moduleId), tx);

/** Media ids of a lesson. */
export const mediaOfLesson = (lessonId: string, tx: Reader = db()) => mediaOf(eq(lessons.id, lessonId), tx);
