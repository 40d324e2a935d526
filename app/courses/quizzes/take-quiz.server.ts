import { randomInt } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireHourSince } from '#app/accounts/rate-limits.server.ts';
import { lessonForLearner } from '#app/courses/progress/report-progress.server.ts';
import { noteActivity } from '#app/courses/progress/store-progress.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { quizAnswers, quizAttempts } from '#db/schema/lessons.ts';
import { t } from '#messages';
import type { EndedAttempt, OpenAttempt } from './attempt.server.ts';
import {
  countAttempts,
  openAttemptOf,
  ownAttempt,
  questionsOf,
  toEndedAttempt,
  toOpenAttempt,
} from './attempt.server.ts';
import { endAttempt, isTimeUp } from './end-attempt.server.ts';
import { parseAnswer, whyInvalid } from './grade.ts';
import { currentQuiz, totalPoints } from './quiz.server.ts';

const noAttemptLeft = () => t('common.youHaveNoAttemptLeft');
const noQuestions = () => t('common.thisQuizHasNoQuestionsYet');

/** Attempts of an account in an hour, because the answers of each are stored. */
const MOST_AN_HOUR = 60;

/** @throws AppError rate-limited */
function requireFewAttempts(tx: Transaction, userId: string) {
  const earlier = tx
    .select({ startedAt: quizAttempts.startedAt })
    .from(quizAttempts)
    .where(eq(quizAttempts.userId, userId))
    .orderBy(desc(quizAttempts.seq))
    .limit(1)
    .offset(MOST_AN_HOUR - 1)
    .get();
  requireHourSince(earlier?.startedAt);
}

/** @throws AppError conflict without an attempt left and for a quiz without questions; rate-limited */
function newAttempt(tx: Transaction, lessonId: string, userId: string) {
  const quiz = currentQuiz(lessonId, tx);
  if (totalPoints(quiz.questions) === 0) throw new AppError('conflict', noQuestions());
  if (quiz.attempts !== null && countAttempts(lessonId, userId, tx) >= quiz.attempts) {
    throw new AppError('conflict', noAttemptLeft());
  }
  requireFewAttempts(tx, userId);
  const startedAt = now();
  const deadline = quiz.timeLimit === null ? null : startedAt + quiz.timeLimit * 1_000;
  return tx
    .insert(quizAttempts)
    .values({
      id: newId(),
      quizSeq: quiz.seq,
      lessonId,
      userId,
      seed: randomInt(2 ** 31),
      startedAt,
      deadline,
    })
    .returning()
    .get();
}

/**
 * Begins an attempt of a quiz, or returns the one that is open. One whose time is up ends first.
 * @throws AppError unauthenticated; not-found; forbidden without an enrolment; conflict without an attempt left and for a quiz without
 *   questions; rate-limited
 */
export function beginAttempt(
  actor: Actor,
  courseId: string,
  lessonId: string,
): { attempt: OpenAttempt; isNew: boolean } {
  requireMember(actor);
  const userId = actor.user.id;
  return transaction((tx) => {
    if (lessonForLearner(actor, courseId, lessonId).type !== 'quiz') throw notFound(t('common.quizNotFound'));
    const open = openAttemptOf(lessonId, userId, tx);
    if (open && !isTimeUp(open)) return { attempt: toOpenAttempt(open, tx), isNew: false };
    if (open) endAttempt(tx, open);
    const attempt = newAttempt(tx, lessonId, userId);
    noteActivity(tx, { courseId, userId, lessonId });
    return { attempt: toOpenAttempt(attempt, tx), isNew: true };
  });
}

type AttemptRow = typeof quizAttempts.$inferSelect;

/** Values by the IDs of questions. Null removes an answer. */
export type Answers = Record<string, unknown>;

/** Reasons for rejected answers, by question ID. Earlier answers to these questions are kept. */
type InvalidAnswers = Record<string, string>;

/** Where an attempt is. */
export type AttemptPlace = { courseId: string; lessonId: string; attemptId: string };

const hasEnded = () => t('answerAttempt.thisAttemptHasEnded');
const timeIsUp = () => t('answerAttempt.theTimeForThisAttemptIsUp');

/** @throws AppError invalid for a question of another quiz */
function storeAnswers(tx: Transaction, attempt: AttemptRow, answers: Answers): InvalidAnswers {
  const invalidAnswers: InvalidAnswers = {};
  const questions = new Map(questionsOf(attempt, tx).map((question) => [question.id, question]));
  const attemptSeq = attempt.seq;
  for (const [questionId, value] of Object.entries(answers)) {
    const question = questions.get(questionId);
    if (!question) {
      const message = t('answerAttempt.anAnswerIsForAQuestion');
      throw invalid(message, { answers: [message] });
    }
    if (value === null) {
      tx.delete(quizAnswers)
        .where(and(eq(quizAnswers.attemptSeq, attemptSeq), eq(quizAnswers.questionId, questionId)))
        .run();
      continue;
    }
    const parsed = parseAnswer(question, value);
    if (parsed === null) {
      invalidAnswers[questionId] = whyInvalid(question, value);
      continue;
    }
    const row = { attemptSeq, questionId, value: JSON.stringify(parsed), answeredAt: now() };
    tx.insert(quizAnswers)
      .values(row)
      .onConflictDoUpdate({
        target: [quizAnswers.attemptSeq, quizAnswers.questionId],
        set: { value: row.value, answeredAt: row.answeredAt },
      })
      .run();
  }
  return invalidAnswers;
}

type Change<Result> = (tx: Transaction, attempt: AttemptRow) => Result;

/**
 * Changes an attempt that is open. One whose time is up ends with the answers that were stored, and is not changed.
 * @throws AppError unauthenticated; not-found; forbidden; conflict after the end and after the time
 */
function changeAttempt<Result>(actor: Actor, place: AttemptPlace, change: Change<Result>): Result {
  requireMember(actor);
  const { courseId, lessonId, attemptId } = place;
  const done = transaction((tx) => {
    lessonForLearner(actor, courseId, lessonId);
    const attempt = ownAttempt(lessonId, actor.user.id, attemptId, tx);
    if (attempt.endedAt !== null) throw new AppError('conflict', hasEnded());
    if (!isTimeUp(attempt)) return { result: change(tx, attempt) };
    endAttempt(tx, attempt);
    return null;
  });
  // Thrown after the commit, so that the end is stored.
  if (!done) throw new AppError('conflict', timeIsUp());
  return done.result;
}

/**
 * Stores the valid answers of an open attempt. Others stay as they are.
 * @throws AppError as `changeAttempt`; invalid at `answers` for a question of another quiz, and then nothing is stored
 */
export const keepAnswers = (
  actor: Actor,
  place: AttemptPlace,
  answers: Answers,
): { attempt: OpenAttempt; invalid: InvalidAnswers } =>
  changeAttempt(actor, place, (tx, attempt) => {
    const invalidAnswers = storeAnswers(tx, attempt, answers);
    return { attempt: toOpenAttempt(attempt, tx), invalid: invalidAnswers };
  });

/**
 * Ends an attempt and grades it, once.
 * @param answers the last ones, of which the valid ones are stored first
 * @throws AppError as `keepAnswers`
 */
export const submitAttempt = (
  actor: Actor,
  place: AttemptPlace,
  answers: Answers = {},
): { attempt: EndedAttempt; invalid: InvalidAnswers } =>
  changeAttempt(actor, place, (tx, attempt) => {
    const invalidAnswers = storeAnswers(tx, attempt, answers);
    endAttempt(tx, attempt);
    noteActivity(tx, { ...place, userId: attempt.userId });
    const ended = toEndedAttempt(ownAttempt(place.lessonId, attempt.userId, attempt.id, tx), tx);
    return { attempt: ended, invalid: invalidAnswers };
  });
