import type { Actor } from '#app/accounts/actor.server.ts';
import type { LessonType } from '#app/courses/course.server.ts';
import { videoLength } from '#app/files/media/video-length.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { groupCommit } from '#db/group-commit.ts';
import { t } from '#messages';
import { type LearnersLesson, lessonForLearner } from './lesson-for-learner.server.ts';
import type { ProgressInput } from './progress.schema.ts';
import {
  type Addition,
  type LessonKey,
  markLessonDone,
  markLessonNotDone,
  type StoredProgress,
  storedProgress,
  withReport,
} from './store-progress.server.ts';
import {
  forgetReport,
  keepReport,
  knownProgress,
  storeReport,
  unstoredReport,
} from './unstored-reports.server.ts';

export type LessonState = 'new' | 'begun' | 'done';

/**
 * A learner's progress. `position` and `watched` are in seconds; `percent` is the watched part of the file.
 */
export type Progress = { state: LessonState; position: number; watched: number; percent: number };

/** Players may report a little more than the length that the file states. */
const TOLERANCE_MS = 1_000;
/** The longest video whose file does not state its length. */
const LONGEST_MS = 86_400_000;

/** The state of a lesson for its learner. A quiz is begun with its first attempt. */
export function stateOf(
  { doneAt, watchedMs, positionMs, activeAt }: StoredProgress,
  type: LessonType,
): LessonState {
  if (doneAt !== null) return 'done';
  const isBegun = type === 'quiz' ? activeAt > 0 : watchedMs > 0 || positionMs > 0;
  return isBegun ? 'begun' : 'new';
}

/** The percentage of a length, rounded down, so that it is 90 only where 90 % were watched. */
const percentOf = (watchedMs: number, lengthMs: number): number =>
  Math.min(100, Math.floor((watchedMs * 100) / lengthMs));

function toProgress(known: StoredProgress, type: LessonType, lengthMs: number): Progress {
  const { positionMs, watchedMs } = known;
  return {
    state: stateOf(known, type),
    position: positionMs / 1_000,
    watched: watchedMs / 1_000,
    percent: percentOf(watchedMs, lengthMs),
  };
}

/**
 * The length of a lesson's file, or else what the player says, or its author. `limitMs` is the highest position.
 * @param duration what the player says, in seconds
 */
async function lengthsOf(
  { videoId, contentType, durationSeconds }: LearnersLesson,
  duration = durationSeconds,
) {
  if (videoId === null) return { lengthMs: 1, limitMs: 0 };
  const stated = await videoLength(videoId, contentType ?? '');
  return stated === null
    ? { lengthMs: Math.ceil(duration * 1_000), limitMs: LONGEST_MS }
    : { lengthMs: stated, limitMs: stated };
}

/** @throws AppError invalid, naming a field that is for videos; conflict for a mark on a quiz, which is done when it is passed */
function requireFieldsOf({ type }: LearnersLesson, { done, ...ofVideo }: ProgressInput) {
  const field = (['position', 'ranges', 'duration'] as const).find((name) => ofVideo[name] !== undefined);
  if (type !== 'video' && field !== undefined) {
    const message = t('reportProgress.fieldIsForLessonsWithAVideo', { field });
    throw invalid(message, { [field]: [message] });
  }
  if (type === 'quiz' && done !== undefined)
    throw new AppError('conflict', t('reportProgress.aQuizIsDoneWhenItIsPassed'));
}

/** Converts a report to milliseconds. @throws AppError invalid, naming a field with a time after the end of the file */
function toAddition({ position, ranges = [] }: ProgressInput, lengthMs: number, limitMs: number): Addition {
  const inFile = (seconds: number, name: string) => {
    const time = Math.round(seconds * 1_000);
    if (time > limitMs + TOLERANCE_MS) {
      const message = t('reportProgress.nameMustBeWithinTheVideo', { name, limitMs: limitMs / 1_000 });
      throw invalid(message, { [name]: [message] });
    }
    return Math.min(time, limitMs);
  };
  return {
    positionMs: position === undefined ? null : inFile(position, 'position'),
    ranges: ranges.map(([from, to]) => [inFile(from, 'ranges'), inFile(to, 'ranges')]),
    at: now(),
    lengthMs,
  };
}

/**
 * Records the learner's position in a lesson, the watched ranges, and whether the lesson is done. Repeated
 * reports, also out of order, never remove ranges. A report waits in memory for at most 5 minutes, unless it
 * completes the lesson or ends the visit.
 * @param input {position?, ranges?, duration?, done?}, in seconds of the file
 * @param isLeaving whether the learner leaves the page, so that the report is stored immediately
 * @throws AppError unauthenticated; not-found; forbidden unless the actor is enrolled; invalid, naming fields; conflict
 *   for a mark on a quiz
 */
export async function reportProgress(
  actor: Actor,
  courseId: string,
  lessonId: string,
  input: ProgressInput,
  isLeaving = false,
): Promise<Progress> {
  const lesson = lessonForLearner(actor, courseId, lessonId);
  requireFieldsOf(lesson, input);
  const { lengthMs, limitMs } = await lengthsOf(lesson, input.duration);
  const report = toAddition(input, lengthMs, limitMs);
  const key: LessonKey = { courseId, userId: lesson.userId, lessonId };
  const next = withReport(knownProgress(key), report);
  const completes = next.doneAt !== null && (storedProgress(key)?.doneAt ?? null) === null;
  if (!completes && !isLeaving && input.done === undefined) {
    if (report.positionMs !== null || report.ranges.length > 0) keepReport(key, report);
    return toProgress(next, lesson.type, lengthMs);
  }
  const { stored, included } = await groupCommit((tx) => {
    const included = unstoredReport(key);
    const known = storeReport(tx, key, report);
    if (input.done !== undefined) {
      const mark = input.done ? markLessonDone : markLessonNotDone;
      mark(tx, { courseId, learnerId: lesson.userId, lessonId });
    }
    const stored = input.done === undefined ? known : (storedProgress(key) ?? known);
    storeAnswer(tx, toProgress(stored, lesson.type, lengthMs));
    return { stored, included };
  });
  forgetReport(key, included);
  return toProgress(stored, lesson.type, lengthMs);
}
