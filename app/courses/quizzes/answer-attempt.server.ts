import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { lessonForLearner } from '#app/courses/progress/lesson-for-learner.server.ts';
import { noteActivity } from '#app/courses/progress/store-progress.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { quizAnswers, type quizAttempts } from '#db/schema/quizzes.ts';
import { t } from '#messages';
import {
  type EndedAttempt,
  type OpenAttempt,
  ownAttempt,
  questionsOf,
  toEndedAttempt,
  toOpenAttempt,
} from './attempt.server.ts';
import { endAttempt, isTimeUp } from './end-attempt.server.ts';
import { parseAnswer } from './grade.ts';
import type { AnswerValue } from './quiz.schema.ts';

type AttemptRow = typeof quizAttempts.$inferSelect;

/** Values by the IDs of questions. Null removes an answer. */
export type Answers = Record<string, AnswerValue | null>;

/** Where an attempt is. */
export type AttemptPlace = { courseId: string; lessonId: string; attemptId: string };

const hasEnded = () => t('answerAttempt.thisAttemptHasEnded');
const timeIsUp = () => t('answerAttempt.theTimeForThisAttemptIsUp');

/** @throws AppError invalid for a question of another quiz, and for a value that a question does not take */
function storeAnswers(tx: Transaction, attempt: AttemptRow, answers: Answers) {
  const questions = new Map(questionsOf(attempt, tx).map((question) => [question.id, question]));
  const attemptSeq = attempt.seq;
  for (const [questionId, value] of Object.entries(answers)) {
    const question = questions.get(questionId);
    const problem = (message: string) => invalid(message, { answers: [message] });
    if (!question) throw problem(t('answerAttempt.anAnswerIsForAQuestion'));
    if (value === null) {
      tx.delete(quizAnswers)
        .where(and(eq(quizAnswers.attemptSeq, attemptSeq), eq(quizAnswers.questionId, questionId)))
        .run();
      continue;
    }
    const parsed = parseAnswer(question, value);
    if (parsed === null)
      throw problem(t('answerAttempt.theAnswerToTextIsNotValid', { text: question.text.slice(0, 100) }));
    const row = { attemptSeq, questionId, value: JSON.stringify(parsed), answeredAt: now() };
    tx.insert(quizAnswers)
      .values(row)
      .onConflictDoUpdate({
        target: [quizAnswers.attemptSeq, quizAnswers.questionId],
        set: { value: row.value, answeredAt: row.answeredAt },
      })
      .run();
  }
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
 * Stores answers of an open attempt. Others stay as they are.
 * @throws AppError as `changeAttempt`; invalid at `answers`, and then nothing is stored
 */
export const keepAnswers = (actor: Actor, place: AttemptPlace, answers: Answers): OpenAttempt =>
  changeAttempt(actor, place, (tx, attempt) => {
    storeAnswers(tx, attempt, answers);
    return toOpenAttempt(attempt, tx);
  });

/**
 * Ends an attempt and grades it, once.
 * @param answers the last ones, which are stored first
 * @throws AppError as `keepAnswers`
 */
export const submitAttempt = (actor: Actor, place: AttemptPlace, answers: Answers = {}): EndedAttempt =>
  changeAttempt(actor, place, (tx, attempt) => {
    storeAnswers(tx, attempt, answers);
    endAttempt(tx, attempt);
    noteActivity(tx, { ...place, userId: attempt.userId });
    return toEndedAttempt(ownAttempt(place.lessonId, attempt.userId, attempt.id, tx), tx);
  });
