import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { opensInOrder, waitsForLessonBefore } from '#app/courses/completion/lesson-order.server.ts';
import { hasBought, type LessonType } from '#app/courses/course.server.ts';
import { buyFirst, maySeeAll, mustBuy } from '#app/courses/lesson-access.server.ts';
import { videoLength } from '#app/files/media/video-length.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { t } from '#messages';
import type { ProgressInput } from './progress.schema.ts';
import type { Addition, LessonKey, StoredProgress } from './store-progress.server.ts';
import { markLessonDone, markLessonNotDone, storedProgress, withReport } from './store-progress.server.ts';
import {
  forgetReport,
  keepReport,
  knownProgress,
  storeReport,
  unstoredReport,
} from './unstored-reports.server.ts';

const enrolFirst = () => t('lessonForLearner.pleaseEnrolInThisCourseFirst');

type LearnersLesson = {
  userId: string;
  courseId: string;
  lessonId: string;
  type: LessonType;
  /** Null for other types than 'video'. */
  videoId: string | null;
  contentType: string | null;
  durationSeconds: number;
};

type Row = LearnersLesson & {
  ownerId: string;
  priceMinor: number | null;
  isUnpublished: 0 | 1;
  isRemoved: 0 | 1;
  isDraft: 0 | 1;
  isEnrolled: 0 | 1;
};

const find = preparedSql<Row>(
  `select @user as userId, c.id as courseId, l.id as lessonId, l.type, l.video_id as videoId, f.content_type as contentType,
     l.duration_seconds as durationSeconds, c.owner_id as ownerId, c.price_minor as priceMinor,
     u.course_seq is not null as isUnpublished, u.removed_at is not null as isRemoved,
     l.drafted_at is not null or m.drafted_at is not null or d.course_seq is not null as isDraft, e.user_id is not null as isEnrolled
   from lessons l join modules m on m.id = l.module_id join courses c on c.id = m.course_id
   left join media f on f.id = l.video_id
   left join course_unpublications u on u.course_seq = c.seq
   left join course_drafts d on d.course_seq = c.seq
   left join enrolments e on e.course_id = c.id and e.user_id = @user
   where l.id = @lesson and c.id = @course`,
);

/**
 * A lesson of a course in which the actor is enrolled.
 * @throws AppError unauthenticated; not-found, also for a lesson of another course; forbidden without an enrolment, and for a course
 *   that was unpublished
 */
export function lessonForLearner(actor: Actor, courseId: string, lessonId: string): LearnersLesson {
  requireMember(actor);
  const row = find().get({ user: actor.user.id, course: courseId, lesson: lessonId });
  if (!row) throw notFound(t('common.lessonNotFound'));
  const mayManage = maySeeAll(actor, row.ownerId) && !row.isRemoved;
  if (row.isDraft && !mayManage) throw notFound(t('common.lessonNotFound'));
  if (row.isUnpublished && !mayManage && !hasBought(actor, courseId)) {
    if (row.isEnrolled && !row.isRemoved) throw forbidden(t('common.thisCourseIsNotAvailableAtTheMoment'));
    throw notFound(t('common.lessonNotFound'));
  }
  if (!row.isEnrolled) throw forbidden(mustBuy(actor, row) ? buyFirst() : enrolFirst());
  if (!mayManage && waitsForLessonBefore({ courseId, lessonId, userId: actor.user.id }))
    throw new AppError('conflict', opensInOrder());
  return row;
}

export type LessonState = 'new' | 'begun' | 'done';

/**
 * A learner's progress. `position` and `watched` are in seconds; `percent` is the watched part of the file.
 */
type Progress = { state: LessonState; position: number; watched: number; percent: number };

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
