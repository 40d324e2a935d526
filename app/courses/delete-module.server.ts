import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { authoredModule, recordChange } from './find-course.server.ts';
import { emptyLesson } from './lessons/empty-lesson.server.ts';
import { deleteUnused, mediaOfModule } from './media-of.server.ts';

const lessonsOf = preparedSql<{ id: string; seq: number }>('select id, seq from lessons where module_id = ?');

/**
 * Deletes a module with its lessons; their files are deleted after the commit.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function deleteModule(actor: Actor, moduleId: string, courseId?: string): Promise<void> {
  authoredModule(actor, moduleId, courseId);
  const noted = mediaOfModule(moduleId);
  await noteRemoval(noted);
  for (const lesson of lessonsOf().all(moduleId)) await emptyLesson(lesson);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      const module = authoredModule(actor, moduleId, courseId, tx);
      const ids = mediaOfModule(moduleId, tx);
      tx.delete(lessons).where(eq(lessons.moduleId, moduleId)).run();
      tx.delete(modules).where(eq(modules.id, moduleId)).run();
      deleteUnused(tx, ids);
      recordChange(tx, module.courseId);
      storeAnswer(tx);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}
