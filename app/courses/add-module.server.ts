import { count, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { transaction } from '#db/client.ts';
import { modules } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { newModuleSchema } from './course.schema.ts';
import type { Module } from './course.server.ts';
import { authoredCourse, recordChange } from './find-course.server.ts';

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
