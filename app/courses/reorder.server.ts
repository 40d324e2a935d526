import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import type { directionSchema } from './course.schema.ts';
import { authoredLesson, authoredModule, recordChange } from './find-course.server.ts';
import { requireRoom } from './lessons/insert-lesson.server.ts';

/** Puts an id at a place of the others, from 0. */
const inserted = (ids: string[], id: string, at: number): string[] =>
  ids.filter((other) => other !== id).toSpliced(Math.max(0, at), 0, id);

/** A place one up or down. At an end it stays. */
const stepped = (ids: string[], id: string, direction: 'up' | 'down') =>
  Math.max(0, ids.indexOf(id) + (direction === 'up' ? -1 : 1));

const modulesInOrder = (tx: Transaction, courseId: string) =>
  tx
    .select({ id: modules.id })
    .from(modules)
    .where(eq(modules.courseId, courseId))
    .orderBy(asc(modules.position), asc(modules.seq))
    .all()
    .map(({ id }) => id);

const lessonsInOrder = (tx: Transaction, moduleId: string) =>
  tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(eq(lessons.moduleId, moduleId))
    .orderBy(asc(lessons.position), asc(lessons.seq))
    .all()
    .map(({ id }) => id);

function putModule(actor: Actor, moduleId: string, placeIn: (ids: string[]) => number) {
  transaction((tx) => {
    const { courseId } = authoredModule(actor, moduleId, undefined, tx);
    const ids = modulesInOrder(tx, courseId);
    for (const [index, id] of inserted(ids, moduleId, placeIn(ids)).entries()) {
      tx.update(modules)
        .set({ position: index + 1 })
        .where(eq(modules.id, id))
        .run();
    }
    recordChange(tx, courseId);
  });
}

function putLesson(
  actor: Actor,
  lessonId: string,
  to: string | undefined,
  placeIn: (ids: string[]) => number,
) {
  transaction((tx) => {
    const { courseId, moduleId: from } = authoredLesson(actor, lessonId, undefined, tx);
    const moduleId = to ?? from;
    if (moduleId !== from) requireRoom(tx, authoredModule(actor, moduleId, courseId, tx), true);
    const ids = lessonsInOrder(tx, moduleId);
    for (const [index, id] of inserted(ids, lessonId, placeIn(ids)).entries()) {
      tx.update(lessons)
        .set({ position: index + 1, ...(id === lessonId && { moduleId }) })
        .where(eq(lessons.id, id))
        .run();
    }
    recordChange(tx, courseId);
  });
}

/**
 * Moves a module one place up or down in its course.
 * @param input {direction: 'up' | 'down'}
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export const moveModule = (actor: Actor, moduleId: string, { direction }: z.output<typeof directionSchema>) =>
  putModule(actor, moduleId, (ids) => stepped(ids, moduleId, direction));

/** Moves a lesson one place up or down in its module. Errors as `moveModule`. */
export const moveLesson = (actor: Actor, lessonId: string, { direction }: z.output<typeof directionSchema>) =>
  putLesson(actor, lessonId, undefined, (ids) => stepped(ids, lessonId, direction));

/** Puts a module at a position in its course, from 1; after the last one, at the end. Errors as `moveModule`. */
export const placeModule = (actor: Actor, moduleId: string, position: number) =>
  putModule(actor, moduleId, () => position - 1);

/**
 * Puts a lesson at a position in its module or another one of its course, from 1; without a position, at the end.
 * @throws AppError as `moveModule`; not-found for a module of another course; conflict when the module is full
 */
export const placeLesson = (
  actor: Actor,
  lessonId: string,
  { moduleId, position }: { moduleId?: string | undefined; position?: number | undefined },
) => putLesson(actor, lessonId, moduleId, (ids) => (position === undefined ? ids.length : position - 1));
