import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { completeOnVisit } from '#app/courses/completion/complete-course.server.ts';
import type { Course } from '#app/courses/course.server.ts';
import { isEnrolled } from '#app/courses/enrol.server.ts';
import { db, preparedSql } from '#db/client.ts';
import type { Range } from './ranges.ts';
import { type LessonState, stateOf } from './report-progress.server.ts';
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
