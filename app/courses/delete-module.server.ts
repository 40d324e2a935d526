import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import type { Keep } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { authoredModule, recordChange } from './find-course.server.ts';
import { deleteUnused, mediaOfModule } from './media-of.server.ts';

/**
 * Deletes a module with its lessons; their files are deleted after the commit.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function deleteModule(
  actor: Actor,
  moduleId: string,
  courseId?: string,
  keep?: Keep<void>,
): Promise<void> {
  authoredModule(actor, moduleId, courseId);
  const noted = mediaOfModule(moduleId);
  await noteRemoval(noted);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      const module = authoredModule(actor, moduleId, courseId, tx);
      const ids = mediaOfModule(moduleId, tx);
      tx.delete(lessons).where(eq(lessons.moduleId, moduleId)).run();
      tx.delete(modules).where(eq(modules.id, moduleId)).run();
      deleteUnused(tx, ids);
      recordChange(tx, module.courseId);
      keep?.(tx);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}
