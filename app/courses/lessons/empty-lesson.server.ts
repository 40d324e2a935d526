import { eq } from 'drizzle-orm';
import { deleteInSteps } from '#app/shared/delete-in-steps.server.ts';
import { letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { preparedSql } from '#db/client.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { quizAttempts } from '#db/schema/quizzes.ts';

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
