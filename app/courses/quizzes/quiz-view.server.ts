import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { isEnrolled } from '#app/courses/enrol.server.ts';
import { db, transaction } from '#db/client.ts';
import {
  attemptsOf,
  type EndedAttempt,
  type OpenAttempt,
  toEndedAttempt,
  toOpenAttempt,
} from './attempt.server.ts';
import { endAttempt, isTimeUp } from './end-attempt.server.ts';
import { currentQuiz, totalPoints } from './quiz.server.ts';

/** Ended attempts that a page lists. */
const SHOWN_ATTEMPTS = 20;

/** A quiz as a learner sees it. */
export type QuizView = {
  questionCount: number;
  points: number;
  /** Percent of the points. */
  passMark: number;
  /** Seconds, or null. */
  timeLimit: number | null;
  /** Null without a limit. */
  attemptsLeft: number | null;
  isEnrolled: boolean;
  isPassed: boolean;
  open: OpenAttempt | null;
  /** The newest first. */
  ended: { id: string; endedAt: number; score: number; points: number; passed: boolean }[];
  /** The attempt to show: the one that was asked for, or else the last, unless another one is open. */
  result: EndedAttempt | null;
};

/**
 * A quiz with the actor's attempts. An attempt whose time is up ends. Callers must have checked that the lesson is open to the actor.
 * @param shown the ID of the ended attempt to show
 * @throws AppError unauthenticated; not-found
 */
export function quizView(actor: Actor, courseId: string, lessonId: string, shown: string | null): QuizView {
  requireMember(actor);
  const userId = actor.user.id;
  const quiz = currentQuiz(lessonId);
  let attempts = attemptsOf(lessonId, userId);
  const overdue = attempts.find((attempt) => attempt.endedAt === null && isTimeUp(attempt));
  if (overdue) {
    transaction((tx) => endAttempt(tx, overdue));
    attempts = attemptsOf(lessonId, userId);
  }
  const open = attempts.find(({ endedAt }) => endedAt === null);
  const ended = attempts.filter(({ endedAt }) => endedAt !== null);
  const result = ended.find(({ id }) => id === shown) ?? (open ? undefined : ended[0]);
  return {
    questionCount: quiz.questions.length,
    points: totalPoints(quiz.questions),
    passMark: quiz.passMark,
    timeLimit: quiz.timeLimit,
    attemptsLeft: quiz.attempts === null ? null : Math.max(0, quiz.attempts - attempts.length),
    isEnrolled: isEnrolled(db(), courseId, userId),
    isPassed: ended.some(({ passed }) => passed),
    open: open ? toOpenAttempt(open) : null,
    ended: ended.slice(0, SHOWN_ATTEMPTS).map(({ id, endedAt, score, points, passed }) => ({
      id,
      endedAt: endedAt ?? 0,
      score: (score ?? 0) / 100,
      points: (points ?? 0) / 100,
      passed: passed === true,
    })),
    result: result ? toEndedAttempt(result) : null,
  };
}
