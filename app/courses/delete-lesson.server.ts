import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { transaction } from '#db/client.ts';
import { lessons, media } from '#db/schema/courses.ts';
import { authoredLesson, recordChange } from './find-course.server.ts';

/**
 * Deletes a lesson; its video is deleted after the commit.
 * @param moduleId if given, the module that must contain the lesson
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function deleteLesson(actor: Actor, lessonId: string, moduleId?: string): Promise<void> {
  const { videoId } = authoredLesson(actor, lessonId, moduleId);
  await noteRemoval([videoId]);
  let removed = videoId;
  try {
    removed = transaction((tx) => {
      const lesson = authoredLesson(actor, lessonId, moduleId, tx);
      tx.delete(lessons).where(eq(lessons.id, lessonId)).run();
      tx.delete(media).where(eq(media.id, lesson.videoId)).run();
      recordChange(tx, lesson.courseId);
      return lesson.videoId;
    });
  } finally {
    await removeUnreferenced([...new Set([videoId, removed])]);
  }
}
