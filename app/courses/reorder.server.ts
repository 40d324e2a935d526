import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import type { directionSchema } from './course.schema.ts';
import { authoredLesson, authoredModule, recordChange } from './find-course.server.ts';

/** Moves one of the ids up or down by one place. Returns null when it is already first or last. */
function moved(ids: string[], id: string, direction: 'up' | 'down'): string[] | null {
  const from = ids.indexOf(id);
  const to = direction === 'up' ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= ids.length) return null;
  return ids.with(from, ids[to] ?? id).with(to, id);
}

/**
 * Moves a module one place up or down in its course.
 * @param input {direction: 'up' | 'down'}
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export function moveModule(actor: Actor, moduleId: string, input: z.output<typeof directionSchema>): void {
  const { direction } = input;
  transaction((tx) => {
    const { courseId } = authoredModule(actor, moduleId, undefined, tx);
    const rows = tx
      .select({ id: modules.id })
      .from(modules)
      .where(eq(modules.courseId, courseId))
      .orderBy(asc(modules.position), asc(modules.seq))
      .all();
    const order = moved(
      rows.map(({ id }) => id),
      moduleId,
      direction,
    );
    if (!order) return;
    for (const [index, id] of order.entries()) {
      tx.update(modules)
        .set({ position: index + 1 })
        .where(eq(modules.id, id))
        .run();
    }
    recordChange(tx, courseId);
  });
}

/** Moves a lesson one place up or down in its module. Errors as `moveModule`. */
export function moveLesson(actor: Actor, lessonId: string, input: z.output<typeof directionSchema>): void {
  const { direction } = input;
  transaction((tx) => {
    const { courseId, moduleId } = authoredLesson(actor, lessonId, undefined, tx);
    const rows = tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(eq(lessons.moduleId, moduleId))
      .orderBy(asc(lessons.position), asc(lessons.seq))
      .all();
    const order = moved(
      rows.map(({ id }) => id),
      lessonId,
      direction,
    );
    if (!order) return;
    for (const [index, id] of order.entries()) {
      tx.update(lessons)
        .set({ position: index + 1 })
        .where(eq(lessons.id, id))
        .run();
    }
    recordChange(tx, courseId);
  });
}
