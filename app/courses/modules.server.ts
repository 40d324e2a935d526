import { asc, count, eq, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, type Transaction, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { t } from '#messages';
import { emptyLesson } from './change-lesson.server.ts';
import type { directionSchema, moduleTitleSchema, newModuleSchema } from './course.schema.ts';
import type { Module } from './course.server.ts';
import { authoredCourse, authoredLesson, authoredModule, recordChange } from './find-course.server.ts';
import { requireRoom } from './lessons/insert-lesson.server.ts';
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
