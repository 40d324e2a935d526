import { eq } from 'drizzle-orm';
import { db, type Transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';

type Reader = Pick<Transaction, 'select'>;

/** Media ids of all lessons of a course. */
export const videosOfCourse = (courseId: string, tx: Reader = db()) =>
  tx
    .select({ id: lessons.videoId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(eq(modules.courseId, courseId))
    .all()
    .map(({ id }) => id);

/** Media ids of all lessons of a module. */
export const videosOfModule = (moduleId: string, tx: Reader = db()) =>
  tx
    .select({ id: lessons.videoId })
    .from(lessons)
    .where(eq(lessons.moduleId, moduleId))
    .all()
    .map(({ id }) => id);
