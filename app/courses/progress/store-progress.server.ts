import { completeIfDue } from '#app/courses/completion/complete-course.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, type Transaction } from '#db/client.ts';
import { lengthOf, mergeRanges, type Range } from './progress.schema.ts';

/** A lesson of a learner. */
export type LessonKey = { courseId: string; userId: string; lessonId: string };

/** The stored progress of a lesson. */
export type StoredProgress = {
  positionMs: number;
  ranges: readonly Range[];
  watchedMs: number;
  activeAt: number;
  doneAt: number | null;
};

type Row = Omit<StoredProgress, 'ranges'> & { ranges: string };

const find = preparedSql<Row>(
  `select position_ms as positionMs, ranges, watched_ms as watchedMs, active_at as activeAt, done_at as doneAt
   from lesson_progress where course_id = @courseId and user_id = @userId and lesson_id = @lessonId`,
);

const put = preparedSql(
  `insert into lesson_progress (course_id, user_id, lesson_id, position_ms, ranges, watched_ms, active_at, done_at)
   select @courseId, @userId, id, @positionMs, @ranges, @watchedMs, @activeAt, @doneAt from lessons where id = @lessonId
   on conflict (course_id, user_id, lesson_id) do update set position_ms = excluded.position_ms, ranges = excluded.ranges,
     watched_ms = excluded.watched_ms, active_at = excluded.active_at, done_at = excluded.done_at`,
);

export const NOTHING: StoredProgress = { positionMs: 0, ranges: [], watchedMs: 0, activeAt: 0, doneAt: null };

export function storedProgress({ courseId, userId, lessonId }: LessonKey): StoredProgress | undefined {
  const row = find().get({ courseId, userId, lessonId });
  return row && { ...row, ranges: JSON.parse(row.ranges) as Range[] };
}

/** The part of a video, in percent, that completes its lesson. */
const DONE_PERCENT = 90;

/** The content of a report. `at` is when the position was reported. */
export type Addition = { positionMs: number | null; ranges: readonly Range[]; at: number; lengthMs: number };

/**
 * Adds a report to the progress of a lesson. Never removes watched ranges. A lesson is done once the report
 * completes 90 % of its file; a lesson that the learner has marked as not done stays so until more of it is
 * watched.
 */
export function withReport(
  known: StoredProgress,
  { positionMs, ranges, at, lengthMs }: Addition,
): StoredProgress {
  const merged = mergeRanges([...known.ranges, ...ranges]);
  const watchedMs = lengthOf(merged);
  const isDone = watchedMs > known.watchedMs && watchedMs * 100 >= lengthMs * DONE_PERCENT;
  return {
    positionMs: positionMs === null || at < known.activeAt ? known.positionMs : positionMs,
    ranges: merged,
    watchedMs,
    activeAt: Math.max(known.activeAt, at),
    doneAt: known.doneAt ?? (isDone ? at : null),
  };
}

/**
 * Stores a learner's progress in a lesson, also one who has left the course, and with the last lesson that is done the completion of the
 * course. Does nothing if the lesson was deleted.
 * @returns whether it was stored
 */
export function putProgress(
  tx: Transaction,
  { courseId, userId, lessonId }: LessonKey,
  { ranges, ...progress }: StoredProgress,
): boolean {
  const row = { courseId, userId, lessonId, ...progress, ranges: JSON.stringify(ranges) };
  if (put().run(row).changes === 0) return false;
  if (progress.doneAt !== null) completeIfDue(tx, { courseId, userId });
  return true;
}

/** Stores that a learner is at a lesson, such as when an attempt of a quiz begins. */
export function noteActivity(tx: Transaction, key: LessonKey) {
  const known = storedProgress(key) ?? NOTHING;
  putProgress(tx, key, { ...known, activeAt: Math.max(known.activeAt, now()) });
}

/** Marks a lesson as done, or not done, for a learner. @returns the progress, or undefined when it cannot be stored */
export function setDone(tx: Transaction, key: LessonKey, isDone: boolean): StoredProgress | undefined {
  const known = storedProgress(key) ?? NOTHING;
  const at = now();
  const marked = {
    ...known,
    activeAt: Math.max(known.activeAt, at),
    doneAt: isDone ? (known.doneAt ?? at) : null,
  };
  return putProgress(tx, key, marked) ? marked : undefined;
}

type Marked = { courseId: string; learnerId: string; lessonId: string };

/**
 * Marks a lesson as done for a learner, in the caller's transaction, such as when a quiz is passed. Repeated, it changes nothing.
 * @returns false if the lesson does not exist
 */
export function markLessonDone(tx: Transaction, { courseId, learnerId, lessonId }: Marked): boolean {
  return setDone(tx, { courseId, userId: learnerId, lessonId }, true) !== undefined;
}

/** Removes a learner's mark that a lesson is done, in the caller's transaction. The watched ranges stay. */
export function markLessonNotDone(tx: Transaction, { courseId, learnerId, lessonId }: Marked) {
  setDone(tx, { courseId, userId: learnerId, lessonId }, false);
}
