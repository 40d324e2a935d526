import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { deleteInSteps, letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { quizAttempts } from '#db/schema/quizzes.ts';
import { authoredLesson, recordChange } from './find-course.server.ts';
import { deleteUnused, mediaOfLesson } from './media-of.server.ts';

/**
 * Deletes a lesson; its video and files are deleted after the commit.
 * @param moduleId if given, the module that must contain the lesson
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function deleteLesson(actor: Actor, lessonId: string, moduleId?: string): Promise<void> {
  const found = authoredLesson(actor, lessonId, moduleId);
  const noted = mediaOfLesson(lessonId);
  await noteRemoval(noted);
  await emptyLesson(found);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      const lesson = authoredLesson(actor, lessonId, moduleId, tx);
      const ids = mediaOfLesson(lessonId, tx);
      tx.delete(lessons).where(eq(lessons.id, lessonId)).run();
      deleteUnused(tx, ids);
      recordChange(tx, lesson.courseId);
      storeAnswer(tx);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}

const STEP_ROWS = 1_000;
/** An attempt has up to 100 answers. */
const STEP_ATTEMPTS = 50;

const forgetWords = preparedSql('delete from lessons_search where rowid = ?');

/**
 * Removes what learners have of a lesson, and the words of its transcript, in short steps, because its deletion would do it in a long one.
 * After a kill in between, the lesson is there without a part of them, and its deletion can be repeated.
 */
export async function emptyLesson({ id, seq }: { id: string; seq: number }) {
  await deleteInSteps(lessonProgress, eq(lessonProgress.lessonId, id), STEP_ROWS);
  await deleteInSteps(quizAttempts, eq(quizAttempts.lessonId, id), STEP_ATTEMPTS);
  forgetWords().run(seq);
  await letOthersRun();
}
