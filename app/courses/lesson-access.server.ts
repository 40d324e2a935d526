import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { LOWEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { db, prepared } from '#db/client.ts';
import {
  courseDrafts,
  courses,
  courseUnpublications,
  enrolments,
  lessons,
  modules,
} from '#db/schema/courses.ts';
import {
  coursesInOrder,
  lessonsDone,
  OPENS_IN_ORDER,
  waitsForLessonBefore,
} from './completion/lesson-order.server.ts';
import type { Course, Lesson } from './course.server.ts';

export const BUY_FIRST = 'Please buy this course to watch its lessons.';

const userOf = (actor: Actor) =>
  actor.kind === 'user' || actor.kind === 'apiToken' ? actor.user : undefined;

/** Whether the actor may see the whole course, published or not, without buying it: its author or a super admin. */
export const maySeeAll = (actor: Actor, ownerId: string): boolean => {
  const user = userOf(actor);
  return user?.role === 'superadmin' || user?.id === ownerId;
};

/** Whether a course must be bought. A price too low to be charged makes it free. */
export const hasPrice = ({ priceMinor }: { priceMinor: number | null }) =>
  (priceMinor ?? 0) >= LOWEST_CHARGE_CENTS;

/** Whether the actor must buy the course before watching it. */
export const mustBuy = (actor: Actor, course: { ownerId: string; priceMinor: number | null }) =>
  hasPrice(course) && !maySeeAll(actor, course.ownerId);

/** The courses, among these, in which the actor is enrolled. */
function enrolledIn(actor: Actor, courseIds: string[]): Set<string> {
  const user = userOf(actor);
  if (!user || courseIds.length === 0) return new Set();
  const rows = db()
    .select({ id: enrolments.courseId })
    .from(enrolments)
    .where(and(eq(enrolments.userId, user.id), inArray(enrolments.courseId, courseIds)))
    .all();
  return new Set(rows.map(({ id }) => id));
}

/** A course without the modules and lessons that only its author sees. */
const withoutDrafts = (course: Course): Course => ({
  ...course,
  modules: course.modules
    .filter(({ isDraft }) => !isDraft)
    .map((module) => ({ ...module, lessons: module.lessons.filter(({ isDraft }) => !isDraft) })),
});

/** Courses as the actor sees them: without drafts of others, and with lessons closed that must be bought first. */
export function withOpenLessons(actor: Actor, all: Course[]): Course[] {
  const found = all.map((course) => (maySeeAll(actor, course.creator.id) ? course : withoutDrafts(course)));
  const closed = found.filter(({ creator, priceMinor }) =>
    mustBuy(actor, { ownerId: creator.id, priceMinor }),
  );
  const bought = enrolledIn(
    actor,
    closed.map(({ id }) => id),
  );
  const closedIds = new Set(closed.filter(({ id }) => !bought.has(id)).map(({ id }) => id));
  return withLessonsInOrder(
    actor,
    found.map((course) => (closedIds.has(course.id) ? withClosedLessons(course) : course)),
  );
}

/** Closes the lessons of courses in order that wait for the one before. */
function withLessonsInOrder(actor: Actor, found: Course[]): Course[] {
  const others = found.filter(({ creator }) => !maySeeAll(actor, creator.id));
  const inOrder = others.length === 0 ? new Set() : coursesInOrder(others.map(({ id }) => id));
  if (inOrder.size === 0) return found;
  const done = lessonsDone(userOf(actor)?.id, inOrder as Set<string>);
  return found.map((course) => {
    if (!inOrder.has(course.id) || maySeeAll(actor, course.creator.id)) return course;
    let before: Lesson | undefined;
    const opened = (lesson: Lesson): Lesson => {
      const waits = before !== undefined && !done.has(before.id) && !done.has(lesson.id);
      const opensAfter = waits ? (before?.title ?? null) : null;
      before = lesson;
      return waits ? { ...lesson, videoPath: null, isOpen: false, opensAfter } : lesson;
    };
    return {
      ...course,
      modules: course.modules.map((module) => ({ ...module, lessons: module.lessons.map(opened) })),
    };
  });
}

/** A course whose lessons are closed, except a free preview. */
function withClosedLessons(course: Course): Course {
  const first = course.firstLessonFree
    ? course.modules.find(({ lessons: own }) => own.length > 0)?.lessons[0]
    : undefined;
  return {
    ...course,
    modules: course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) =>
        lesson === first ? lesson : { ...lesson, videoPath: null, isOpen: false },
      ),
    })),
  };
}

const byVideo = prepared(() =>
  db()
    .select({
      id: courses.id,
      lessonId: lessons.id,
      ownerId: courses.ownerId,
      priceMinor: courses.priceMinor,
      firstLessonFree: courses.firstLessonFree,
      unpublished: isNotNull(courseUnpublications.courseSeq).mapWith(Boolean),
      removed: isNotNull(courseUnpublications.removedAt).mapWith(Boolean),
      isDraft: sql`(${courseDrafts.courseSeq} is not null or ${modules.draftedAt} is not null
        or ${lessons.draftedAt} is not null)`.mapWith(Boolean),
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, modules.courseId))
    .leftJoin(courseUnpublications, eq(courseUnpublications.courseSeq, courses.seq))
    .leftJoin(courseDrafts, eq(courseDrafts.courseSeq, courses.seq))
    .where(eq(lessons.videoId, sql.placeholder('videoId')))
    .prepare(),
);

/** The course of a video. */
export const courseOfVideo = (videoId: string) => byVideo().get({ videoId });

/** Whether a video belongs to the first lesson of a course. */
const isFirst = (courseId: string, videoId: string) =>
  db()
    .select({ videoId: lessons.videoId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(eq(modules.courseId, courseId), isNull(modules.draftedAt), isNull(lessons.draftedAt)))
    .orderBy(asc(modules.position), asc(modules.seq), asc(lessons.position), asc(lessons.seq))
    .limit(1)
    .get()?.videoId === videoId;

/** @throws AppError forbidden unless the course is free or bought, or the lesson is a free preview */
function requireBought(actor: Actor, course: CourseOfVideo, videoId: string) {
  if (!mustBuy(actor, course)) return;
  if (enrolledIn(actor, [course.id]).size > 0) return;
  if (course.firstLessonFree && isFirst(course.id, videoId)) return;
  throw forbidden(BUY_FIRST);
}

type CourseOfVideo = NonNullable<ReturnType<typeof courseOfVideo>>;

/**
 * Requires that a lesson is open: in a course in order, the one before is done. The author and super admins open all.
 * @throws AppError forbidden
 */
export function requireInOrder(actor: Actor, course: { id: string; ownerId: string }, lessonId: string) {
  if (maySeeAll(actor, course.ownerId)) return;
  if (waitsForLessonBefore({ courseId: course.id, userId: userOf(actor)?.id, lessonId }))
    throw forbidden(OPENS_IN_ORDER);
}

/**
 * Requires that the actor may watch a lesson: the course is free or bought, or the lesson is a free preview, and the lesson is open.
 * @throws AppError forbidden
 */
export function requireLesson(actor: Actor, course: CourseOfVideo, videoId: string) {
  requireBought(actor, course, videoId);
  requireInOrder(actor, course, course.lessonId);
}
