import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredLesson, authoredModule, recordChange } from '#app/courses/find-course.server.ts';
import type { TextLessonInput } from '#app/courses/new-lesson.schema.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { lessonTexts } from '#db/schema/lessons.ts';
import { t } from '#messages';
import { indexLesson } from './index-lesson.server.ts';
import { insertLesson, newLesson, WITHOUT_VIDEO } from './insert-lesson.server.ts';
import { renderText } from './render-text.server.ts';

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
