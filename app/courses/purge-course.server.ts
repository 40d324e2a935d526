import { eq, inArray, sql } from 'drizzle-orm';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { deleteInSteps, letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { db, preparedSql, transaction } from '#db/client.ts';
import { completionCertificates, courseCompletions } from '#db/schema/completion.ts';
import { couponUses } from '#db/schema/coupons.ts';
import { courses, enrolments, lessons, modules, ratings } from '#db/schema/courses.ts';
import { payments } from '#db/schema/payments.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { emptyLesson } from './delete-lesson.server.ts';
import { deleteUnused, mediaOfCourse } from './media-of.server.ts';

/** Learners whose rows are deleted before other requests run. */
const STEP_ROWS = 1_000;

type Released =
  | typeof payments
  | typeof couponUses
  | typeof courseCompletions
  | typeof completionCertificates;

/** Takes the course from some payments, uses of coupons or completions, which stay. */
function releaseSome(table: Released, courseId: string): number {
  const some = sql`rowid in (select rowid from ${table} where ${eq(table.courseId, courseId)} limit ${STEP_ROWS})`;
  return db().update(table).set({ courseId: null }).where(some).run().changes;
}

/** Removes what learners have of a course, in short steps: the deletion of the course would do it in a long one. */
async function removeLearners(courseId: string) {
  for (const table of [ratings, lessonProgress, enrolments])
    await deleteInSteps(table, eq(table.courseId, courseId), STEP_ROWS);
  for (const table of [payments, couponUses, courseCompletions, completionCertificates]) {
    while (releaseSome(table, courseId) === STEP_ROWS) await letOthersRun();
  }
}

const lessonsOf = preparedSql<{ id: string; seq: number }>(
  'select l.id, l.seq from modules m join lessons l on l.module_id = m.id where m.course_id = ?',
);

/** Deletes a course with its content, and its files after the commit. Callers must have checked permission. */
export async function purgeCourse(courseId: string): Promise<void> {
  const row = db()
    .select({ thumbnailId: courses.thumbnailId })
    .from(courses)
    .where(eq(courses.id, courseId))
    .get();
  if (!row) return;
  const noted = [row.thumbnailId, ...mediaOfCourse(courseId)];
  await noteRemoval(noted);
  await removeLearners(courseId);
  for (const lesson of lessonsOf().all(courseId)) await emptyLesson(lesson);
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
      const ids = [course.thumbnailId, ...mediaOfCourse(courseId, tx)];
      const moduleIds = tx.select({ id: modules.id }).from(modules).where(eq(modules.courseId, courseId));
      tx.delete(lessons).where(inArray(lessons.moduleId, moduleIds)).run();
      tx.delete(courses).where(eq(courses.id, courseId)).run();
      deleteUnused(tx, ids);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}
