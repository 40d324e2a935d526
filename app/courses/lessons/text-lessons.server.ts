import { asc, eq } from 'drizzle-orm';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import {
  authoredCourse,
  authoredLesson,
  authoredModule,
  recordChange,
  requireAuthor,
} from '#app/courses/find-course.server.ts';
import { MAX_LESSON_TEXT, type TextLessonInput } from '#app/courses/new-lesson.schema.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { db, transaction } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { lessonTexts } from '#db/schema/lessons.ts';
import { t } from '#messages';
import { insertLesson, newLesson, WITHOUT_VIDEO } from './insert-lesson.server.ts';
import type { TextToRender } from './markdown-worker.server.ts';
import { indexLesson } from './search-lessons.server.ts';

const tooCostly = () => t('renderText.textIsTooComplicatedToBeShown');

const pool = createWorkerPool<TextToRender, string>({
  file: new URL('./markdown-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  maxQueuePerAccount: 4,
  busyMessage: () => t('renderText.tooManyTextsAreBeingSaved'),
  timeoutMs: 10_000,
  processorMs: 2_000,
  idleTimeout: 30_000,
  resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 },
});

/**
 * Renders the Markdown of a lesson as HTML without raw HTML of its author.
 * @param lessonId the lesson whose pictures the text may show. A text that took too long is not rendered again for it
 * @throws AppError invalid for a text that takes too long; busy
 */
async function renderText(actor: Actor, lessonId: string, markdown: string): Promise<string> {
  const costly = { key: lessonId, message: tooCostly() };
  try {
    return await pool.run({ text: markdown, lessonId }, { client: clientOf(actor), costly });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') {
      throw invalid(tooCostly(), { text: [tooCostly()] });
    }
    throw error;
  }
}

/** Stops the worker thread after its current task. */
export const closeTextRenderer = () => pool.close();

/**
 * Adds a text lesson at the end of a module.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found; invalid; busy; conflict when the module or its course is full;
 *   storage-full
 */
export async function addTextLesson(
  actor: Actor,
  moduleId: string,
  { text, ...fields }: TextLessonInput,
  courseId?: string,
): Promise<Lesson> {
  authoredModule(actor, moduleId, courseId);
  const lesson = newLesson('text', fields);
  const added = { ...lesson, ...WITHOUT_VIDEO };
  const html = await renderText(actor, lesson.id, text);
  transaction((tx) => {
    const module = authoredModule(actor, moduleId, courseId, tx);
    insertLesson(tx, module, lesson);
    tx.insert(lessonTexts).values({ lessonId: lesson.id, markdown: text, html }).run();
    requireWithinQuota(module.ownerId, Buffer.byteLength(text) + Buffer.byteLength(html));
    indexLesson(tx, lesson.id);
    recordChange(tx, module.courseId);
    storeAnswer(tx, added);
  });
  return added;
}

/**
 * Changes a text lesson.
 * @throws AppError unauthenticated; forbidden; not-found; invalid; busy; conflict for a lesson of another type; storage-full
 */
export async function updateTextLesson(
  actor: Actor,
  lessonId: string,
  { title, duration, text }: TextLessonInput,
): Promise<void> {
  if (authoredLesson(actor, lessonId).type !== 'text') {
    throw new AppError('conflict', t('updateTextLesson.thisLessonIsNotAText'));
  }
  const html = await renderText(actor, lessonId, text);
  transaction((tx) => {
    const { courseId, ownerId } = authoredLesson(actor, lessonId, undefined, tx);
    const changed = { title, duration: duration.text, durationSeconds: duration.seconds };
    tx.update(lessons).set(changed).where(eq(lessons.id, lessonId)).run();
    tx.update(lessonTexts).set({ markdown: text, html }).where(eq(lessonTexts.lessonId, lessonId)).run();
    requireWithinQuota(ownerId, Buffer.byteLength(text) + Buffer.byteLength(html));
    indexLesson(tx, lessonId);
    recordChange(tx, courseId);
    storeAnswer(tx);
  });
}

/**
 * Renders the text of a form while its author types. Stores nothing.
 * @param input `lessonId` is empty for a new lesson, whose text shows no pictures yet
 * @throws AppError unauthenticated; forbidden; not-found; invalid; busy
 */
export async function previewText(
  actor: Actor,
  { text = '', lessonId = '' }: { text: string | undefined; lessonId: string | undefined },
): Promise<string> {
  requireAuthor(actor);
  if (lessonId !== '') authoredLesson(actor, lessonId);
  if (text.length > MAX_LESSON_TEXT) throw invalid(tooCostly(), { text: [tooCostly()] });
  return renderText(actor, lessonId || `of ${actor.user.id}`, text);
}

/** The text of a lesson as its author wrote it and as HTML, or null. Callers must have checked permission. */
export const lessonText = (lessonId: string) =>
  db()
    .select({ markdown: lessonTexts.markdown, html: lessonTexts.html })
    .from(lessonTexts)
    .where(eq(lessonTexts.lessonId, lessonId))
    .get() ?? null;

/**
 * A lesson with its course, for its author, or for another act on it.
 * @param courseId the course that must contain the lesson
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function lessonToEdit(actor: Actor, courseId: string, lessonId: string, act?: OrganisationAct) {
  const course = authoredCourse(actor, courseId, undefined, act);
  const lesson = authoredLesson(actor, lessonId, undefined, undefined, act);
  const row = db()
    .select({ title: lessons.title, duration: lessons.duration, module: modules.title })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(eq(lessons.id, lessonId))
    .get();
  if (!row || lesson.courseId !== course.id) throw notFound(t('common.lessonNotFound'));
  return {
    id: lesson.id,
    type: lesson.type,
    moduleId: lesson.moduleId,
    ownerId: lesson.ownerId,
    course: { id: course.id, title: course.title },
    modules: db()
      .select({ id: modules.id, title: modules.title })
      .from(modules)
      .where(eq(modules.courseId, course.id))
      .orderBy(asc(modules.position), asc(modules.seq))
      .all(),
    ...row,
    text: lesson.type === 'text' ? (lessonText(lesson.id)?.markdown ?? '') : null,
  };
}
