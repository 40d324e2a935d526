import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { namedOnly, namesOfMembers } from '#app/accounts/account-names.server.ts';
import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { compareTexts } from '#app/messages/format-numbers.ts';
import { now } from '#app/shared/clock.server.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, prepared, preparedSql, untilWritten } from '#db/client.ts';
import { fold } from '#db/folding.ts';
import { courses, lessons, modules } from '#db/schema/courses.ts';
import { NO_CATEGORY } from './categories.ts';
import type { catalogueSchema } from './course.schema.ts';
import { type CourseSummary, selectSummaries, toSummary } from './course.server.ts';
import { authoredBy, isPublished, requireAuthor } from './find-course.server.ts';

/** Most bytes of a page of courses in the API, with all their modules and lessons. */
const MAX_PAGE_BYTES = 1_000_000;
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
function endOfPage(ids: string[]): number {
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

const NEW_FOR_MS = 30 * 24 * 3_600_000;
const POPULAR_ABOVE = 200;
/** Courses of a page without `limit`. */
const USUAL_LIMIT = 50;
export type CoursePage = { courses: CourseSummary[]; nextCursor: string | null };

/** The same text for categories that differ only in how they are written. */
const keyOf = (category: string) => fold(category, { ignoreCase: true });

/** The spellings of a category, also the one that is given. */
const spellingsOf = (category: string) => [
  category,
  ...storedFigures().categories.filter((other) => keyOf(other) === keyOf(category)),
];

type Criteria = z.output<typeof catalogueSchema>;

/** SQL conditions for the catalogue's search and filters, without the cursor. */
function matching({ q, category, filter, minRating }: Criteria): SQL | undefined {
  const words = q === undefined ? null : ftsQuery(searchWords(q));
  return and(
    words === null
      ? undefined
      : sql`${courses.seq} in (select rowid from courses_search where courses_search match ${words})`,
    category === undefined
      ? undefined
      : category === NO_CATEGORY
        ? sql`(${courses.category} is null or ${courses.category} = ${NO_CATEGORY})`
        : inArray(courses.category, spellingsOf(category)),
    filter === 'popular' ? sql`${courses.studentCount} > ${POPULAR_ABOVE}` : undefined,
    filter === 'new' ? sql`${courses.createdAt} >= ${now() - NEW_FOR_MS}` : undefined,
    // Compares integers, so that rounding does not exclude a mean of exactly 4.8.
    filter === 'top-rated'
      ? sql`(${courses.ratingCount} > 0 and ${courses.ratingSum} * 10 >= ${courses.ratingCount} * 48)`
      : undefined,
    minRating === undefined || minRating === 0
      ? undefined
      : sql`(${courses.ratingCount} > 0 and ${courses.ratingSum} * 10 >= ${courses.ratingCount} * ${Math.round(minRating * 10)})`,
  );
}

function list(criteria: Criteria, scope?: SQL): CoursePage {
  const limit = criteria.limit ?? USUAL_LIMIT;
  // Selects the page's keys first, so that SQLite reads complete rows only for this page.
  const keys = db()
    .select({ seq: courses.seq })
    .from(courses)
    .where(and(matching(criteria), scope, lt(courses.seq, seqBefore(criteria.cursor))))
    .orderBy(desc(courses.seq))
    .limit(limit + 1)
    .as('keys');
  const rows = selectSummaries().innerJoin(keys, eq(keys.seq, courses.seq)).orderBy(desc(courses.seq)).all();
  const fitting = endOfPage(rows.slice(0, limit).map(({ id }) => id));
  const { rows: shown, nextCursor } = page(rows, Math.min(limit, fitting));
  return { courses: shown.map(toSummary), nextCursor };
}

/**
 * The catalogue, newest first. Needs no login.
 * @param input {q?, category?, filter?, minRating?, limit?, cursor?}
 * @throws AppError invalid, naming fields
 */
export const listCourses = (input: z.output<typeof catalogueSchema>): CoursePage => list(input, isPublished);

const creatorsOf = preparedSql<{ id: string; createdBy: string | null }>(
  'select id, created_by as createdBy from courses where id in (select value from json_each(?))',
);

/**
 * The courses that the actor may change, newest first, including unpublished ones: an issuer's own, all for a super admin. `creators` are
 * the names of the members who created them, by the courses' `id`, if the organisation has several.
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listAuthoredCourses(
  actor: Actor,
  input: z.output<typeof catalogueSchema>,
): CoursePage & { creators: ReadonlyMap<string, string> } {
  requireAuthor(actor, 'read');
  const found = list(input, authoredBy(actor));
  const ids = JSON.stringify(found.courses.map(({ id }) => id));
  const created = actor.organisation ? creatorsOf().all(ids) : [];
  const nameOf = namesOfMembers(
    actor.organisation?.id ?? '',
    created.map(({ createdBy }) => createdBy),
  );
  return {
    ...found,
    creators: namedOnly(created.map(({ id, createdBy }) => [id, nameOf(createdBy)] as const)),
  };
}

type CatalogueFigures = {
  courses: number;
  /** Enrolments in all courses. */
  students: number;
  /** Mean of all ratings. Null without ratings. */
  rating: number | null;
  /** In alphabetical order, 'Other' last. */
  categories: string[];
};

const totals = prepared(() =>
  db()
    .select({
      courses: sql<number>`count(*)`,
      students: sql<number>`coalesce(sum(${courses.studentCount}), 0)`,
      ratingSum: sql<number>`coalesce(sum(${courses.ratingSum}), 0)`,
      ratingCount: sql<number>`coalesce(sum(${courses.ratingCount}), 0)`,
    })
    .from(courses)
    .where(isPublished)
    .prepare(),
);

const categories = prepared(() =>
  db().selectDistinct({ name: courses.category }).from(courses).where(isPublished).prepare(),
);

const byCategory = (one: string, other: string) =>
  Number(one === NO_CATEGORY) - Number(other === NO_CATEGORY) || compareTexts(one, other);

const storedFigures = untilWritten((): CatalogueFigures => {
  const sums = totals().get();
  const names = categories()
    .all()
    .map(({ name }) => name ?? NO_CATEGORY);
  return {
    courses: sums?.courses ?? 0,
    students: sums?.students ?? 0,
    rating: sums && sums.ratingCount > 0 ? sums.ratingSum / sums.ratingCount : null,
    categories: [...new Set(names)],
  };
});

/** Figures above the catalogue, and the categories of its courses, sorted for the reader. */
export function catalogueFigures(): CatalogueFigures {
  const { categories, ...figures } = storedFigures();
  const one = new Map(categories.map((category) => [keyOf(category), category]));
  return { ...figures, categories: [...one.values()].toSorted(byCategory) };
}
