import { count, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { moduleTitleSchema, newModuleSchema } from './course.schema.ts';
import type { Module } from './course.server.ts';
import { emptyLesson } from './delete-lesson.server.ts';
import { authoredCourse, authoredModule, recordChange } from './find-course.server.ts';
import { deleteUnused, mediaOfModule } from './media-of.server.ts';

const MAX_MODULES = 100;

/**
 * Adds a module at the end of a course.
 * @param input {title?}; 'Module {n}: New Module' by default
 * @throws AppError unauthenticated; forbidden; not-found; invalid; conflict when the course is full
 */
export function addModule(
  actor: Actor,
  courseId: string,
  input: z.output<typeof newModuleSchema> = {},
): Module {
  const { title } = input;
  return transaction((tx) => {
    authoredCourse(actor, courseId, tx);
    const here = tx
      .select({ count: count(), last: max(modules.position) })
      .from(modules)
      .where(eq(modules.courseId, courseId))
      .get();
    const number = (here?.count ?? 0) + 1;
    if (number > MAX_MODULES)
      throw new AppError(
        'conflict',
        t('addModule.aCourseHasAtMostMaxmodulesModules', { maxModules: MAX_MODULES }),
      );
    const module = { id: newId(), title: title ?? t('common.moduleNumberNewModule', { number }) };
    tx.insert(modules)
      .values({ ...module, courseId, position: (here?.last ?? 0) + 1, createdAt: now() })
      .run();
    recordChange(tx, courseId);
    return { ...module, isDraft: false, lessons: [] };
  });
}

/**
 * Changes the title of a module.
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export function renameModule(
  actor: Actor,
  moduleId: string,
  input: z.output<typeof moduleTitleSchema>,
): void {
  const { title } = input;
  transaction((tx) => {
    const { courseId } = authoredModule(actor, moduleId, undefined, tx);
    tx.update(modules).set({ title }).where(eq(modules.id, moduleId)).run();
    recordChange(tx, courseId);
  });
}

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
