import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson } from '#app/courses/find-course.server.ts';
import { cursorAfter, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { enrolments } from '#db/schema/courses.ts';
import { quizAttempts } from '#db/schema/lessons.ts';
import { questionFigures } from '#db/schema/progress.ts';
import { currentQuiz } from './quiz.server.ts';

const PAGE_ROWS = 50;

/** The results of a question in all attempts that have ended. */
export type QuestionResult = {
  id: string;
  text: string;
  /** Attempts with an answer. */
  answered: number;
  /** Attempts with all points. */
  correct: number;
};

/**
 * The results of a quiz: the number of ended attempts, and how each question of the current version was answered.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function questionResults(actor: Actor, lessonId: string) {
  authoredLesson(actor, lessonId, undefined, undefined, 'read');
  const rows = db().select().from(questionFigures).where(eq(questionFigures.lessonId, lessonId)).all();
  const found = new Map(rows.map((row) => [row.questionId, row]));
  const totals = db()
    .select({
      attempts: sql<number>`count(*)`,
      learners: sql<number>`count(distinct ${quizAttempts.userId})`,
      passed: sql<number>`count(distinct case when ${quizAttempts.passed} then ${quizAttempts.userId} end)`,
    })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.lessonId, lessonId), isNotNull(quizAttempts.endedAt)))
    .get();
  return {
    attempts: totals?.attempts ?? 0,
    learners: totals?.learners ?? 0,
    passed: totals?.passed ?? 0,
    questions: currentQuiz(lessonId).questions.map(({ id, text }): QuestionResult => {
      const { answered = 0, correct = 0 } = found.get(id) ?? {};
      return { id, text, answered, correct };
    }),
  };
}

/** The results of a learner. `best` is in percent of the points. */
export type LearnerResult = {
  seq: number;
  name: string;
  email: string | null;
  attempts: number;
  best: number;
  passed: boolean;
  lastAt: number;
};

/**
 * The enrolled learners who have ended an attempt, the newest accounts first.
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export function learnerResults(
  actor: Actor,
  lessonId: string,
  cursor: string | undefined,
  limit = PAGE_ROWS,
) {
  const { courseId } = authoredLesson(actor, lessonId, undefined, undefined, 'read');
  const before = seqBefore(cursor);
  const rows = db()
    .select({
      seq: users.seq,
      name: users.name,
      email: users.email,
      attempts: sql<number>`count(*)`,
      best: sql<number>`max(100.0 * ${quizAttempts.score} / max(1, ${quizAttempts.points}))`,
      passed: sql<number>`max(${quizAttempts.passed})`,
      lastAt: sql<number>`max(${quizAttempts.endedAt})`,
    })
    .from(quizAttempts)
    .innerJoin(users, eq(users.id, quizAttempts.userId))
    .innerJoin(enrolments, and(eq(enrolments.courseId, courseId), eq(enrolments.userId, users.id)))
    .where(and(eq(quizAttempts.lessonId, lessonId), isNotNull(quizAttempts.endedAt), lt(users.seq, before)))
    .groupBy(users.seq)
    .orderBy(desc(users.seq))
    .limit(limit + 1)
    .all();
  const { rows: shown, nextCursor } = page(rows, limit, ({ seq }) => cursorAfter(seq));
  return {
    items: shown.map(
      (row): LearnerResult => ({
        ...row,
        best: Math.round(row.best * 10) / 10,
        passed: row.passed === 1,
      }),
    ),
    nextCursor,
  };
}
