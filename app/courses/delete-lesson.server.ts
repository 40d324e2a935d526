import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { authoredLesson, recordChange } from './find-course.server.ts';
import { emptyLesson } from './lessons/empty-lesson.server.ts';
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
