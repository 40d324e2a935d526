import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredCourse, recordChange } from '#app/courses/find-course.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { completionSettings } from '#db/schema/completion.ts';
import type { CompletionInput } from './completion.schema.ts';

type Reader = Pick<Transaction, 'select'>;

const USUAL: CompletionInput = { rule: 'lessons', inOrder: false, certificate: 'none' };

/** What completes a course. Callers must have checked permission. */
export function completionOf(courseId: string, tx: Reader = db()): CompletionInput {
  const row = tx
    .select({
      rule: completionSettings.rule,
      inOrder: completionSettings.inOrder,
      certificate: completionSettings.certificate,
    })
    .from(completionSettings)
    .where(eq(completionSettings.courseId, courseId))
    .get();
  return row ?? USUAL;
}

/**
 * Sets the completion rule of a course, and whether a completion gives a certificate. Existing completions
 * stay.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function setCompletion(actor: Actor, courseId: string, input: CompletionInput): void {
  transaction((tx) => {
    authoredCourse(actor, courseId, tx);
    tx.insert(completionSettings)
      .values({ courseId, ...input })
      .onConflictDoUpdate({ target: completionSettings.courseId, set: input })
      .run();
    recordChange(tx, courseId);
  });
}
