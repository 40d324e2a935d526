import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { courses, enrolments, lessons, media, modules, ratings } from '#db/schema/courses.ts';
import { videosOfCourse } from './videos-of.server.ts';

/** Learners whose rows are deleted before other requests run. */
const STEP_ROWS = 1_000;

/** Deletes the enrolments and ratings of a course in short steps. */
async function removeLearners(courseId: string) {
  for (const table of [ratings, enrolments]) {
    while (deleteSome(table, eq(table.courseId, courseId), STEP_ROWS) === STEP_ROWS) await eventLoopTurn();
  }
}

/** Deletes a course with its content, and its files after the commit. Callers must have checked permission. */
export async function purgeCourse(courseId: string): Promise<void> {
  const row = db()
    .select({ thumbnailId: courses.thumbnailId })
    .from(courses)
    .where(eq(courses.id, courseId))
    .get();
  if (!row) return;
  const noted = [row.thumbnailId, ...videosOfCourse(courseId)];
  await noteRemoval(noted);
  await removeLearners(courseId);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      // Read again, because a change may have committed meanwhile.
      const course = tx
        .select({ thumbnailId: courses.thumbnailId })
        .from(courses)
        .where(eq(courses.id, courseId))
        .get();
      if (!course) return [];
      const ids = [course.thumbnailId, ...videosOfCourse(courseId, tx)];
      const moduleIds = tx.select({ id: modules.id }).from(modules).where(eq(modules.courseId, courseId));
      tx.delete(lessons).where(inArray(lessons.moduleId, moduleIds)).run();
      tx.delete(courses).where(eq(courses.id, courseId)).run();
      for (const id of ids) tx.delete(media).where(eq(media.id, id)).run();
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}
