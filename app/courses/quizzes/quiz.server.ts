import { desc, eq } from 'drizzle-orm';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { quizzes } from '#db/schema/lessons.ts';
import { t } from '#messages';
import type { Question, QuestionInput, QuizSettings } from './quiz.schema.ts';

type Reader = Pick<Transaction, 'select'>;

/** A version of a quiz. `timeLimit` is in seconds. */
export type Quiz = QuizSettings & { seq: number; lessonId: string; questions: Question[] };

const toQuiz = (row: typeof quizzes.$inferSelect): Quiz => ({
  seq: row.seq,
  lessonId: row.lessonId,
  passMark: row.passMark,
  attempts: row.attempts,
  timeLimit: row.timeLimitSeconds,
  shuffle: row.shuffle,
  questions: JSON.parse(row.questions),
});

/** The row of the current version of a lesson's quiz. */
export const currentQuizRow = (lessonId: string, tx: Reader) =>
  tx.select().from(quizzes).where(eq(quizzes.lessonId, lessonId)).orderBy(desc(quizzes.seq)).limit(1).get();

/**
 * The current version of a lesson's quiz. Callers must have checked permission.
 * @throws AppError not-found
 */
export function currentQuiz(lessonId: string, tx: Reader = db()): Quiz {
  const row = currentQuizRow(lessonId, tx);
  if (!row) throw notFound(t('common.quizNotFound'));
  return toQuiz(row);
}

/** @throws AppError not-found */
export function quizVersion(seq: number, tx: Reader = db()): Quiz {
  const row = tx.select().from(quizzes).where(eq(quizzes.seq, seq)).get();
  if (!row) throw notFound(t('common.quizNotFound'));
  return toQuiz(row);
}

/** The columns of a version. */
export const toColumns = ({
  passMark,
  attempts,
  timeLimit,
  shuffle,
  questions,
}: Omit<Quiz, 'seq' | 'lessonId'>) => ({
  passMark,
  attempts,
  timeLimitSeconds: timeLimit,
  shuffle,
  questions: JSON.stringify(questions),
});

/** Gives a question and its options their IDs. */
export function withIds(input: QuestionInput, id = newId()): Question {
  if (!('options' in input)) return { ...input, id };
  return { ...input, id, options: input.options.map((option) => ({ id: newId(), ...option })) };
}

export const totalPoints = (questions: readonly Question[]) =>
  questions.reduce((sum, { points }) => sum + points, 0);
