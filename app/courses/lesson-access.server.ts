import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { roleOf } from '#app/accounts/organisations/membership.server.ts';
import { LOWEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { db, prepared } from '#db/client.ts';
import {
  courseDrafts,
  courses,
  courseUnpublications,
  enrolments,
  lessons,
  modules,
} from '#db/schema/courses.ts';
import { t } from '#messages';
import {
  coursesInOrder,
  lessonsDone,
  opensInOrder,
  waitsForLessonBefore,
} from './completion/lesson-order.server.ts';
import { accountOf, type Course, hasBought, type Lesson, type Reader } from './course.server.ts';

export const buyFirst = () => t('lessonAccess.pleaseBuyThisCourseToWatchItsLessons');

/** Whether the reader may see the whole course, published or not, without buying it: a member of its issuer or a super admin. */
export const maySeeAll = (reader: Reader, ownerId: string): boolean => {
  if (accountOf(reader)?.role === 'superadmin') return true;
  if (reader.kind === 'signedUrl') return roleOf(ownerId, reader.user.id) !== undefined;
  return 'organisation' in reader && reader.organisation?.id === ownerId;
};

/** Whether a course must be bought. A price too low to be charged makes it free. */
export const hasPrice = ({ priceMinor }: { priceMinor: number | null }) =>
  (priceMinor ?? 0) >= LOWEST_CHARGE_CENTS;

/** Whether the reader must buy the course before watching it. */
export const mustBuy = (reader: Reader, course: { ownerId: string; priceMinor: number | null }) =>
  hasPrice(course) && !maySeeAll(reader, course.ownerId);

/** The courses, among these, in which the reader is enrolled. */
function enrolledIn(reader: Reader, courseIds: string[]): Set<string> {
  const user = accountOf(reader);
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

/** Courses as the reader sees them: without drafts of others, and with lessons closed that must be bought first. */
export function withOpenLessons(reader: Reader, all: Course[]): Course[] {
  const found = all.map((course) => (maySeeAll(reader, course.creator.id) ? course : withoutDrafts(course)));
  const closed = found.filter(({ creator, priceMinor }) =>
    mustBuy(reader, { ownerId: creator.id, priceMinor }),
  );
  const bought = enrolledIn(
    reader,
    closed.map(({ id }) => id),
  );
  const closedIds = new Set(closed.filter(({ id }) => !bought.has(id)).map(({ id }) => id));
  return withLessonsInOrder(
    reader,
    found.map((course) => (closedIds.has(course.id) ? withClosedLessons(course) : course)),
  );
}

/** Closes the lessons of courses in order that wait for the one before. */
function withLessonsInOrder(reader: Reader, found: Course[]): Course[] {
  const others = found.filter(({ creator }) => !maySeeAll(reader, creator.id));
  const inOrder = others.length === 0 ? new Set() : coursesInOrder(others.map(({ id }) => id));
  if (inOrder.size === 0) return found;
  const done = lessonsDone(accountOf(reader)?.id, inOrder as Set<string>);
  return found.map((course) => {
    if (!inOrder.has(course.id) || maySeeAll(reader, course.creator.id)) return course;
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

const selectPlaces = () =>
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
    .$dynamic();

const byVideo = prepared(() =>
  selectPlaces()
    .where(eq(lessons.videoId, sql.placeholder('videoId')))
    .prepare(),
);
const byLesson = prepared(() =>
  selectPlaces()
    .where(eq(lessons.id, sql.placeholder('lessonId')))
    .prepare(),
);

/** A lesson with what decides who may take it. */
type PlacedLesson = NonNullable<ReturnType<ReturnType<typeof byLesson>['get']>>;

/** Whether a lesson is the first one of its course. */
const isFirst = (courseId: string, lessonId: string) =>
  db()
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(eq(modules.courseId, courseId), isNull(modules.draftedAt), isNull(lessons.draftedAt)))
    .orderBy(asc(modules.position), asc(modules.seq), asc(lessons.position), asc(lessons.seq))
    .limit(1)
    .get()?.id === lessonId;

/** @throws AppError forbidden unless the course is free or bought, or the lesson is a free preview */
function requireBought(reader: Reader, course: PlacedLesson) {
  if (!mustBuy(reader, course)) return;
  if (enrolledIn(reader, [course.id]).size > 0) return;
  if (course.firstLessonFree && isFirst(course.id, course.lessonId)) return;
  throw forbidden(buyFirst());
}

/**
 * Requires that a lesson is open: in a course in order, the one before is done. The author and super admins open all.
 * @throws AppError forbidden
 */
export function requireInOrder(reader: Reader, course: { id: string; ownerId: string }, lessonId: string) {
  if (maySeeAll(reader, course.ownerId)) return;
  if (waitsForLessonBefore({ courseId: course.id, userId: accountOf(reader)?.id, lessonId }))
    throw forbidden(opensInOrder());
}

/**
 * Requires that the reader may watch a lesson: the course is free or bought, or the lesson is a free preview, and the lesson is open.
 * @throws AppError forbidden
 */
function requireLesson(reader: Reader, course: PlacedLesson) {
  requireBought(reader, course);
  requireInOrder(reader, course, course.lessonId);
}

/** @throws AppError not-found; forbidden */
function requirePlace(reader: Reader, place: PlacedLesson) {
  const mayManage = maySeeAll(reader, place.ownerId) && !place.removed;
  if (place.isDraft && !mayManage) throw notFound();
  if (place.unpublished && !mayManage && !hasBought(reader, place.id)) throw notFound();
  requireLesson(reader, place);
}

/**
 * Requires that a reader may read what belongs to a lesson: its files, pictures and captions. Those of drafts are for the author and
 * super admins. Those of unpublished courses are only for the author, super admins and buyers, and those of removed courses only for
 * buyers.
 * @throws AppError not-found for a draft and in a course that is not published; forbidden for a closed lesson
 */
export function requireReadable(reader: Reader, lessonId: string) {
  const place = byLesson().get({ lessonId });
  if (!place) throw notFound();
  requirePlace(reader, place);
}

/**
 * The same for a video, which lessons of duplicated courses share: one that the reader may open is enough.
 * @throws AppError as `requireReadable`
 */
export function requireReadableVideo(reader: Reader, videoId: string) {
  let denied: unknown = null;
  for (const place of byVideo().all({ videoId })) {
    try {
      return requirePlace(reader, place);
    } catch (error) {
      // 'Forbidden' helps the reader more than 'not found' of another lesson.
      if (denied === null || (error instanceof AppError && error.code === 'forbidden')) denied = error;
    }
  }
  if (denied !== null) throw denied;
}
