import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import { markLessonDone } from '#app/courses/progress/store-progress.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { isDiskFull } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { quizAnswers, quizAttempts } from '#db/schema/lessons.ts';
import { answersOf } from './attempt.server.ts';
import { isCorrect, toHundredths } from './grade.ts';
import { quizVersion } from './quiz.server.ts';

type AttemptRow = typeof quizAttempts.$inferSelect;

/** A request may have been under way when the time was up. */
const GRACE_MS = 2_000;

/** Whether no more answers are taken. */
export const isTimeUp = ({ deadline }: Pick<AttemptRow, 'deadline'>) =>
  deadline !== null && now() > deadline + GRACE_MS;

/**
 * Ends an attempt with its stored answers and grades it. Ends it once: later calls change nothing.
 * @returns whether this call ended it
 */
export function endAttempt(tx: Transaction, attempt: AttemptRow): boolean {
  const quiz = quizVersion(attempt.quizSeq, tx);
  const answers = answersOf(attempt, tx);
  let score = 0;
  let points = 0;
  for (const question of quiz.questions) {
    const possible = toHundredths(question.points);
    points += possible;
    const answer = answers.get(question.id);
    if (!answer) continue;
    const reached = isCorrect(question, answer.value) ? possible : 0;
    score += reached;
    tx.update(quizAnswers)
      .set({ score: reached })
      .where(and(eq(quizAnswers.attemptSeq, attempt.seq), eq(quizAnswers.questionId, question.id)))
      .run();
  }
  const passed = score * 100 >= quiz.passMark * points;
  const endedAt = Math.min(now(), attempt.deadline ?? Number.POSITIVE_INFINITY);
  const { changes } = tx
    .update(quizAttempts)
    .set({ endedAt, score, points, passed })
    .where(and(eq(quizAttempts.seq, attempt.seq), isNull(quizAttempts.endedAt)))
    .run();
  if (passed && changes === 1) markDone(tx, attempt);
  return changes === 1;
}

/** A quiz is done when it is passed. */
function markDone(tx: Transaction, { lessonId, userId }: AttemptRow) {
  const place = tx
    .select({ courseId: modules.courseId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(eq(lessons.id, lessonId))
    .get();
  if (place) markLessonDone(tx, { courseId: place.courseId, learnerId: userId, lessonId });
}

/** An attempt with 100 answers takes some milliseconds. */
const LONGEST_STEP_MS = 20;

function endIfOpen(attemptSeq: number) {
  transaction((tx) => {
    const row = tx.select().from(quizAttempts).where(eq(quizAttempts.seq, attemptSeq)).get();
    if (row && row.endedAt === null) endAttempt(tx, row);
  });
}

/**
 * Ends attempts whose time is up, at most `limit` and for some milliseconds. One that fails is logged, and holds up no other.
 * @returns their number, or `limit` if some are left
 */
export function endOverdueAttempts(limit: number): number {
  const due = db()
    .select({ seq: quizAttempts.seq })
    .from(quizAttempts)
    .where(
      and(
        isNull(quizAttempts.endedAt),
        isNotNull(quizAttempts.deadline),
        lte(quizAttempts.deadline, now() - GRACE_MS - 1),
      ),
    )
    .limit(limit)
    .all();
  const end = performance.now() + LONGEST_STEP_MS;
  let ended = 0;
  for (const { seq } of due) {
    try {
      endIfOpen(seq);
      ended += 1;
    } catch (error) {
      if (isDiskFull(error)) throw error;
      log.error({ err: error, attempt: seq, alert: true }, 'an overdue quiz attempt was skipped');
    }
    if (performance.now() >= end && ended > 0) return limit;
  }
  return ended;
}
