import { randomInt } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireHourSince } from '#app/accounts/rate-limits.server.ts';
import { lessonForLearner } from '#app/courses/progress/lesson-for-learner.server.ts';
import { noteActivity } from '#app/courses/progress/store-progress.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { quizAttempts } from '#db/schema/quizzes.ts';
import { t } from '#messages';
import { countAttempts, type OpenAttempt, openAttemptOf, toOpenAttempt } from './attempt.server.ts';
import { endAttempt, isTimeUp } from './end-attempt.server.ts';
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
