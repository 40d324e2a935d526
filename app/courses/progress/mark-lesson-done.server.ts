import type { Transaction } from '#db/client.ts';
import { setDone } from './store-progress.server.ts';

export type Marked = { courseId: string; learnerId: string; lessonId: string };

/**
 * Marks a lesson as done for a learner, in the caller's transaction, such as when a quiz is passed. Repeated, it changes nothing.
 * @returns false if the lesson does not exist
 */
export function markLessonDone(tx: Transaction, { courseId, learnerId, lessonId }: Marked): boolean {
  return setDone(tx, { courseId, userId: learnerId, lessonId }, true) !== undefined;
}

/** Removes a learner's mark that a lesson is done, in the caller's transaction. The watched ranges stay. */
export function markLessonNotDone(tx: Transaction, { courseId, learnerId, lessonId }: Marked) {
  setDone(tx, { courseId, userId: learnerId, lessonId }, false);
}
