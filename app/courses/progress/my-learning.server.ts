import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { completeOnVisit } from '#app/courses/completion/complete-course.server.ts';
import { myCompletion } from '#app/courses/completion/my-completion.server.ts';
import { type Course, type Thumbnail, toThumbnail } from '#app/courses/course.server.ts';
import { isEnrolled } from '#app/courses/enrol.server.ts';
import { openCourse } from '#app/courses/find-course.server.ts';
import { cursorAfterPlace, page, placeBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db, preparedSql } from '#db/client.ts';
import type { Range } from './progress.schema.ts';
import { type LessonState, reportProgress, stateOf } from './report-progress.server.ts';
import { NOTHING, type StoredProgress, withReport } from './store-progress.server.ts';
import { unstoredReports } from './unstored-reports.server.ts';

export type CourseProgress = {
  /** The state of each lesson, by ID. Lessons that are not in it are new. */
  states: Record<string, LessonState>;
  /** Where the learner stopped in each lesson, in seconds of the file. */
  positions: Record<string, number>;
  done: number;
  total: number;
  /** Of the lessons, rounded down. */
  percent: number;
  /** The lesson to continue with. Null if all are done. */
  continueWith: string | null;
};

type Row = { lessonId: string; ranges: string } & Omit<StoredProgress, 'ranges'>;

const rowsOf = preparedSql<Row>(
  `select lesson_id as lessonId, position_ms as positionMs, ranges, watched_ms as watchedMs, active_at as activeAt, done_at as doneAt
   from lesson_progress where course_id = ? and user_id = ?`,
);

/** A learner's lessons from the database and from reports that are not stored yet. */
function knownLessons(userId: string, courseId: string): Map<string, StoredProgress> {
  const found = new Map<string, StoredProgress>(
    rowsOf()
      .all(courseId, userId)
      .map(({ lessonId, ranges, ...row }) => [lessonId, { ...row, ranges: JSON.parse(ranges) as Range[] }]),
  );
  for (const [lessonId, report] of unstoredReports({ userId, courseId })) {
    found.set(lessonId, withReport(found.get(lessonId) ?? NOTHING, report));
  }
  return found;
}

/** The percentage of the lessons that are done, rounded down. */
export const percentDone = (done: number, total: number): number =>
  total === 0 ? 0 : Math.floor((done * 100) / total);

/** The lesson that was active last, if it is not done; else the next one that is not, from there. */
function nextLesson(lessons: { id: string }[], known: Map<string, StoredProgress>): string | null {
  const isDone = (id: string) => (known.get(id)?.doneAt ?? null) !== null;
  const latest = lessons.reduce((best, { id }, index) => {
    const [at, bestAt] = [known.get(id)?.activeAt ?? 0, known.get(lessons[best]?.id ?? '')?.activeAt ?? 0];
    return at > bestAt ? index : best;
  }, 0);
  const inOrder = [...lessons.slice(latest), ...lessons.slice(0, latest)];
  return inOrder.find(({ id }) => !isDone(id))?.id ?? null;
}

/**
 * The actor's progress in a course, or null without an enrolment.
 * @throws AppError unauthenticated
 */
export function courseProgress(actor: Actor, course: Pick<Course, 'id' | 'modules'>): CourseProgress | null {
  requireMember(actor);
  if (!isEnrolled(db(), course.id, actor.user.id)) return null;
  completeOnVisit({ courseId: course.id, userId: actor.user.id });
  const lessons = course.modules.flatMap((module) => module.lessons);
  const known = knownLessons(actor.user.id, course.id);
  const ofLessons = lessons.map(({ id, type }) => ({ id, type, ...(known.get(id) ?? NOTHING) }));
  const done = ofLessons.filter(({ doneAt }) => doneAt !== null).length;
  return {
    states: Object.fromEntries(ofLessons.map(({ id, type, ...progress }) => [id, stateOf(progress, type)])),
    positions: Object.fromEntries(ofLessons.map(({ id, positionMs }) => [id, positionMs / 1_000])),
    done,
    total: lessons.length,
    percent: percentDone(done, lessons.length),
    continueWith: nextLesson(lessons, known),
  };
}

type Open = { id: string; title: string; isOpen: boolean };

/** The lesson after another one of a course, if the reader may open it. */
export function lessonAfter<Lesson extends Open>(lessons: Lesson[], lessonId: string): Lesson | null {
  const next = lessons[lessons.findIndex(({ id }) => id === lessonId) + 1];
  return next?.isOpen ? next : null;
}

/**
 * Does what may complete a course for the actor.
 * @returns its result, and whether it has completed the course
 */
export async function completing<Result>(actor: Actor, courseId: string, act: () => Result) {
  const wasCompleted = myCompletion(actor, courseId) !== null;
  const result = await act();
  return { result, completes: !wasCompleted && myCompletion(actor, courseId) !== null };
}

/**
 * Marks a lesson as done. Errors as `reportProgress`.
 * @returns the ID of the lesson to go on with: the next one, or else the first that is not done. Null if this completes the course, or if
 *   all are done
 */
export async function finishLesson(actor: Actor, courseId: string, lessonId: string): Promise<string | null> {
  const { completes } = await completing(actor, courseId, () =>
    reportProgress(actor, courseId, lessonId, { done: true }),
  );
  if (completes) return null;
  const course = openCourse(actor, courseId);
  const lessons = course.modules.flatMap((module) => module.lessons);
  return lessonAfter(lessons, lessonId)?.id ?? courseProgress(actor, course)?.continueWith ?? null;
}

const PAGE_SIZE = 50;

/** A course in which the actor is enrolled. Times are in ms. */
type LearnedCourse = {
  id: string;
  title: string;
  thumbnail: Thumbnail;
  /** Whether the actor can open its page. */
  isOpen: boolean;
  done: number;
  total: number;
  percent: number;
  enrolledAt: number;
  /** Null until a lesson was begun. */
  activeAt: number | null;
};

type LearnedRow = Omit<LearnedCourse, 'isOpen' | 'percent' | 'thumbnail'> & {
  seq: number;
  isOpen: 0 | 1;
  thumbnailId: string;
  width: number | null;
  height: number | null;
};

const IS_SHOWN = 'l.drafted_at is null and m.drafted_at is null';

/** SQLite counts the lessons of each row before it sorts, so the page is chosen first. */
const PAGE = `select c.seq, e.enrolled_at from enrolments e join courses c on c.id = e.course_id
  where e.user_id = @user and (e.enrolled_at, c.seq) < (@at, @seq)
  order by e.enrolled_at desc, c.seq desc limit ${PAGE_SIZE + 1}`;

const rows = preparedSql<LearnedRow>(
  `select c.seq, c.id, c.title, c.thumbnail_id as thumbnailId, f.width, f.height, e.enrolled_at as enrolledAt,
     (select count(*) from modules m join lessons l on l.module_id = m.id where m.course_id = c.id and ${IS_SHOWN}) as total,
     (select count(*) from lesson_progress p join lessons l on l.id = p.lesson_id join modules m on m.id = l.module_id
      where p.course_id = c.id and p.user_id = @user and p.done_at is not null and ${IS_SHOWN}) as done,
     (select max(p.active_at) from lesson_progress p where p.course_id = c.id and p.user_id = @user) as activeAt,
     u.course_seq is null or exists (select 1 from payments b where b.course_id = c.id and b.payer_id = @user and b.state = 'paid')
       as isOpen
   from (${PAGE}) e join courses c on c.seq = e.seq
   join media f on f.id = c.thumbnail_id
   left join course_unpublications u on u.course_seq = c.seq
   order by e.enrolled_at desc, c.seq desc`,
);

const END = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/**
 * The courses in which the actor is enrolled, the latest enrolment first, with their progress.
 * @throws AppError unauthenticated; invalid
 */
export function myLearning(
  actor: Actor,
  { cursor }: Pick<z.output<typeof listQuerySchema>, 'cursor'>,
): { courses: LearnedCourse[]; nextCursor: string | null } {
  requireMember(actor);
  const found = rows().all({ user: actor.user.id, ...placeBefore(cursor, END) });
  const { rows: shown, nextCursor } = page(found, PAGE_SIZE, ({ enrolledAt, seq }) =>
    cursorAfterPlace({ at: enrolledAt, seq }),
  );
  return {
    courses: shown.map(({ seq: _seq, isOpen, thumbnailId, width, height, ...course }) => ({
      ...course,
      thumbnail: toThumbnail(thumbnailId, width ?? 1280, height ?? 720),
      isOpen: isOpen === 1,
      percent: percentDone(course.done, course.total),
    })),
    nextCursor,
  };
}

/**
 * The course with which the actor goes on: the one that was active last, among the latest enrolments. Null if all are done.
 * @throws AppError unauthenticated
 */
export function courseToContinue(actor: Actor): LearnedCourse | null {
  const since = ({ activeAt, enrolledAt }: LearnedCourse) => activeAt ?? enrolledAt;
  const unfinished = myLearning(actor, {}).courses.filter(({ isOpen, percent }) => isOpen && percent < 100);
  return unfinished.sort((one, other) => since(other) - since(one))[0] ?? null;
}
