import { eq, lt } from 'drizzle-orm';
import { purgeCourse } from '#app/courses/purge-course.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forEachRowInTurn } from '#app/shared/each-row.server.ts';
import { db } from '#db/client.ts';
import { courseCopies } from '#db/schema/course-copies.ts';
import { courses } from '#db/schema/courses.ts';

/** Longer than any copy takes. */
const UNFINISHED_AFTER_MS = 10 * 60_000;

/** Deletes copies of courses that a crash interrupted. */
export async function removeUnfinishedCopies() {
  const rows = db()
    .select({ id: courses.id })
    .from(courseCopies)
    .innerJoin(courses, eq(courses.seq, courseCopies.courseSeq))
    .where(lt(courseCopies.begunAt, now() - UNFINISHED_AFTER_MS))
    .all();
  await forEachRowInTurn(
    'unfinished-copies',
    rows,
    ({ id }) => id,
    ({ id }) => purgeCourse(id),
  );
}
