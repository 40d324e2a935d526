import { eq, inArray, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { db } from '#db/client.ts';
import { courses, lessons, modules } from '#db/schema/courses.ts';

/** Most bytes of a page of courses in the API, with all their modules and lessons. */
export const MAX_PAGE_BYTES = 1_000_000;
/** Courses to measure together: few, because each may have hundreds of lessons. */
const MEASURED_AT_ONCE = 10;

/** Upper bounds for a row's JSON without its texts and the site's URL: names, IDs, dates and signatures. */
const COURSE_BYTES = 1_000;
const MODULE_BYTES = 120;
const LESSON_BYTES = 370;

/** Bytes of a text in JSON. */
const inJson = (text: unknown) => sql`octet_length(json_quote(${text}))`;

/** Upper bounds of the bytes of courses in the API, by id. */
function bytesOf(ids: string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const add = (rows: { id: string; bytes: number }[]) => {
    for (const { id, bytes } of rows) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  };
  const inPage = inArray(courses.id, ids);
  add(
    db()
      .select({
        id: courses.id,
        bytes: sql<number>`${COURSE_BYTES} + ${inJson(courses.title)} + ${inJson(courses.description)}`,
      })
      .from(courses)
      .where(inPage)
      .all(),
  );
  add(
    db()
      .select({ id: courses.id, bytes: sql<number>`sum(${MODULE_BYTES} + ${inJson(modules.title)})` })
      .from(modules)
      .innerJoin(courses, eq(courses.id, modules.courseId))
      .where(inPage)
      .groupBy(courses.id)
      .all(),
  );
  const lessonBytes = LESSON_BYTES + env().APP_URL.length;
  add(
    db()
      .select({
        id: modules.courseId,
        bytes: sql<number>`sum(${lessonBytes} + ${inJson(lessons.title)} + ${inJson(lessons.duration)})`,
      })
      .from(lessons)
      .innerJoin(modules, eq(modules.id, lessons.moduleId))
      .where(inArray(modules.courseId, ids))
      .groupBy(modules.courseId)
      .all(),
  );
  return sizes;
}

/**
 * How many of these courses fit into a page of the API: at least one. Courses are never split, and the limits of a course keep it
 * below the size of a page.
 * @param ids in the order of the page
 */
export function endOfPage(ids: string[]): number {
  let sum = 0;
  for (let from = 0; from < ids.length; from += MEASURED_AT_ONCE) {
    const group = ids.slice(from, from + MEASURED_AT_ONCE);
    const sizes = bytesOf(group);
    for (const [index, id] of group.entries()) {
      sum += sizes.get(id) ?? 0;
      if (sum > MAX_PAGE_BYTES) return Math.max(1, from + index);
    }
  }
  return ids.length;
}
