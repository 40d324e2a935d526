import { and, eq, isNotNull } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { isEnrolled } from '#app/courses/enrol.server.ts';
import { howRead } from '#app/shared/entered-numbers.ts';
import { db, transaction } from '#db/client.ts';
import { quizAttempts } from '#db/schema/lessons.ts';
import type { EndedAttempt, OpenAttempt } from './attempt.server.ts';
import {
  attemptsOf,
  lastAttemptsOf,
  openAttemptOf,
  ownAttempt,
  questionsOf,
  standingOf,
  toEndedAttempt,
  toOpenAttempt,
} from './attempt.server.ts';
import { endAttempt, isTimeUp } from './end-attempt.server.ts';
import { entriesText } from './entries-text.ts';
import { toNumber } from './question-fields.ts';
import type { Question } from './quiz.schema.ts';
import { currentQuiz, totalPoints } from './quiz.server.ts';
import type { Answers, AttemptPlace } from './take-quiz.server.ts';

/** Ended attempts that a page lists. */
const SHOWN_ATTEMPTS = 20;

/** A quiz as a learner sees it. */
type QuizView = {
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

const endedAttempt = (lessonId: string, userId: string, id: string) =>
  db()
    .select()
    .from(quizAttempts)
    .where(and(eq(quizAttempts.id, id), attemptsOf(lessonId, userId), isNotNull(quizAttempts.endedAt)))
    .get();

/**
 * A quiz with the actor's attempts. An attempt whose time is up ends. Callers must have checked that the lesson is open to the actor.
 * @param shown the ID of the ended attempt to show
 * @throws AppError unauthenticated; not-found
 */
export function quizView(actor: Actor, courseId: string, lessonId: string, shown: string | null): QuizView {
  requireMember(actor);
  const userId = actor.user.id;
  const quiz = currentQuiz(lessonId);
  const begun = openAttemptOf(lessonId, userId);
  const isOver = begun !== undefined && isTimeUp(begun);
  if (isOver) transaction((tx) => endAttempt(tx, begun));
  const open = isOver ? undefined : begun;
  const ended = lastAttemptsOf(lessonId, userId, SHOWN_ATTEMPTS);
  const asked = shown === null ? undefined : endedAttempt(lessonId, userId, shown);
  const { isPassed, attemptsLeft } = standingOf(lessonId, userId);
  const result = asked ?? (open ? undefined : ended[0]);
  return {
    questionCount: quiz.questions.length,
    points: totalPoints(quiz.questions),
    passMark: quiz.passMark,
    timeLimit: quiz.timeLimit,
    attemptsLeft,
    isEnrolled: isEnrolled(db(), courseId, userId),
    isPassed,
    open: open ? toOpenAttempt(open) : null,
    ended: ended.map(({ id, endedAt, score, points, passed }) => ({
      id,
      endedAt: endedAt ?? 0,
      score: (score ?? 0) / 100,
      points: (points ?? 0) / 100,
      passed: passed === true,
    })),
    result: result ? toEndedAttempt(result) : null,
  };
}

function toAnswer({ type }: Question, [first = '', ...others]: string[]) {
  if (first.trim() === '') return null;
  if (type === 'multiple') return [first, ...others];
  if (type === 'boolean') return first === 'true' ? true : first === 'false' ? false : first;
  return type === 'number' ? toNumber(first) : first;
}

/** The fields of the form, by question. */
type Entered = {
  entriesOf: (questionId: string) => string[];
  /** The entries with which the form was shown, or null if it does not tell. */
  shownOf: (questionId: string) => string | null;
  /** The number with two meanings of which the form told how it is read. */
  toldOf: (questionId: string) => string | null;
};

/**
 * The answers of a form, whose fields are texts. A question without an entry has no answer. One whose entries are those with which the form
 * was shown is left out, because another tab may have answered it since. `readings` say how numbers with two
 * meanings were read, unless the form has told so.
 * @throws AppError unauthenticated; not-found
 */
export function enteredAnswers(
  actor: Actor,
  place: AttemptPlace,
  { entriesOf, shownOf, toldOf }: Entered,
): { answers: Answers; readings: string[] } {
  requireMember(actor);
  const attempt = ownAttempt(place.lessonId, actor.user.id, place.attemptId);
  const changed = questionsOf(attempt).filter(({ id }) => entriesText(entriesOf(id)) !== shownOf(id));
  const readings = changed.flatMap(({ id, type }) => {
    const [entered = ''] = type === 'number' ? entriesOf(id) : [];
    return toldOf(id) === entered ? [] : (howRead(entered) ?? []);
  });
  const answers = changed.map((question) => [question.id, toAnswer(question, entriesOf(question.id))]);
  return { answers: Object.fromEntries(answers), readings };
}
