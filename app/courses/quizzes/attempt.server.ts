import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { notFound } from '#app/shared/errors.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { quizAnswers, quizAttempts } from '#db/schema/lessons.ts';
import { t } from '#messages';
import type { AnswerValue, Question } from './quiz.schema.ts';
import { currentQuiz, quizVersion } from './quiz.server.ts';

/** The generator mulberry32: the same seed gives the same numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as Item, result[at] as Item];
  }
  return result;
}

/** The questions and options of an attempt in the order that its seed determines. */
export function inOrderOf(seed: number, questions: readonly Question[]): Question[] {
  const random = generator(seed);
  return shuffled(questions, random).map((question) =>
    'options' in question ? { ...question, options: shuffled(question.options, random) } : question,
  );
}

type Reader = Pick<Transaction, 'select'>;
type AttemptRow = typeof quizAttempts.$inferSelect;

/** A question of an open attempt, without its correct answers. */
type OpenQuestion = {
  id: string;
  type: Question['type'];
  text: string;
  points: number;
  options: { id: string; text: string }[];
  value: AnswerValue | null;
};

/** An attempt that has not ended. `deadline` is in ms UTC, or null without a time limit. */
export type OpenAttempt = { id: string; deadline: number | null; questions: OpenQuestion[] };

export const openAttemptOf = (lessonId: string, userId: string, tx: Reader = db()): AttemptRow | undefined =>
  tx
    .select()
    .from(quizAttempts)
    .where(
      and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.userId, userId), isNull(quizAttempts.endedAt)),
    )
    .get();

/** An attempt of the account. @throws AppError not-found */
export function ownAttempt(
  lessonId: string,
  userId: string,
  attemptId: string,
  tx: Reader = db(),
): AttemptRow {
  const row = tx
    .select()
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.id, attemptId),
        eq(quizAttempts.lessonId, lessonId),
        eq(quizAttempts.userId, userId),
      ),
    )
    .get();
  if (!row) throw notFound(t('attempt.attemptNotFound'));
  return row;
}

/** Condition of the account's attempts of a quiz. */
export const attemptsOf = (lessonId: string, userId: string) =>
  and(eq(quizAttempts.lessonId, lessonId), eq(quizAttempts.userId, userId));

/** The newest of the account's attempts of a quiz that have ended. A learner may have thousands. */
export const lastAttemptsOf = (lessonId: string, userId: string, limit: number): AttemptRow[] =>
  db()
    .select()
    .from(quizAttempts)
    .where(and(attemptsOf(lessonId, userId), isNotNull(quizAttempts.endedAt)))
    .orderBy(desc(quizAttempts.seq))
    .limit(limit)
    .all();

/** How many attempts of a quiz the account has begun. */
export const countAttempts = (lessonId: string, userId: string, tx: Reader = db()): number =>
  tx.select({ count: count() }).from(quizAttempts).where(attemptsOf(lessonId, userId)).get()?.count ?? 0;

/** The questions of an attempt in its order. */
export function questionsOf({ quizSeq, seed }: AttemptRow, tx: Reader = db()): Question[] {
  const { questions, shuffle } = quizVersion(quizSeq, tx);
  return shuffle ? inOrderOf(seed, questions) : questions;
}

/** The stored answers of an attempt, by question. */
export function answersOf(
  { seq }: AttemptRow,
  tx: Reader = db(),
): Map<string, { value: AnswerValue; score: number | null }> {
  const rows = tx
    .select({ id: quizAnswers.questionId, value: quizAnswers.value, score: quizAnswers.score })
    .from(quizAnswers)
    .where(eq(quizAnswers.attemptSeq, seq))
    .all();
  return new Map(
    rows.map(({ id, value, score }) => [id, { value: JSON.parse(value) as AnswerValue, score }]),
  );
}

export function toOpenAttempt(row: AttemptRow, tx: Reader = db()): OpenAttempt {
  const answers = answersOf(row, tx);
  const questions = questionsOf(row, tx).map((question) => ({
    id: question.id,
    type: question.type,
    text: question.text,
    points: question.points,
    options: 'options' in question ? question.options.map(({ id, text }) => ({ id, text })) : [],
    value: answers.get(question.id)?.value ?? null,
  }));
  return { id: row.id, deadline: row.deadline, questions };
}

const isQuizPassed = (lessonId: string, userId: string, tx: Reader) =>
  tx
    .select({ seq: quizAttempts.seq })
    .from(quizAttempts)
    .where(and(attemptsOf(lessonId, userId), eq(quizAttempts.passed, true)))
    .limit(1)
    .get() !== undefined;

/** An account's state in a quiz. It sees the correct answers once it has passed or has no attempt left. */
export function standingOf(lessonId: string, userId: string, tx: Reader = db()) {
  const { attempts } = currentQuiz(lessonId, tx);
  const isPassed = isQuizPassed(lessonId, userId, tx);
  const left = attempts === null ? null : Math.max(0, attempts - countAttempts(lessonId, userId, tx));
  const showsAnswers = isPassed || (left === 0 && !openAttemptOf(lessonId, userId, tx));
  return { isPassed, attemptsLeft: left, showsAnswers };
}

/** An attempt that has ended. The correct answers and explanations are shown only with `showsAnswers`. */
export type EndedAttempt = {
  showsAnswers: boolean;
  id: string;
  endedAt: number;
  score: number;
  points: number;
  passed: boolean;
  questions: { question: Question; value: AnswerValue | null; score: number }[];
};

/** @throws AppError not-found for an attempt that is open */
export function toEndedAttempt(row: AttemptRow, tx: Reader = db()): EndedAttempt {
  const { id, endedAt, score, points, passed } = row;
  if (endedAt === null || score === null || points === null) throw notFound(t('attempt.attemptNotFound'));
  const answers = answersOf(row, tx);
  return {
    showsAnswers: standingOf(row.lessonId, row.userId, tx).showsAnswers,
    id,
    endedAt,
    score: score / 100,
    points: points / 100,
    passed: passed === true,
    questions: questionsOf(row, tx).map((question) => {
      const answer = answers.get(question.id);
      return { question, value: answer?.value ?? null, score: (answer?.score ?? 0) / 100 };
    }),
  };
}
