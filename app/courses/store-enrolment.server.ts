import { appendEvent } from '#app/events/append-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';

type Enrolment = {
  courseId: string;
  /** The author of the course. */
  ownerId: string;
  userId: string;
  /** In ms. */
  enrolledAt: number;
};

/**
 * Stores an enrolment and its event.
 * @returns whether the account was not enrolled before
 */
export function storeEnrolment(
  tx: Transaction,
  { courseId, ownerId, userId, enrolledAt }: Enrolment,
): boolean {
  const row = { courseId, userId, enrolledAt };
  if (tx.insert(enrolments).values(row).onConflictDoNothing().run().changes === 0) return false;
  appendEvent(tx, 'course.enrolled', { objectId: courseId, accountId: ownerId, learnerId: userId });
  return true;
}
