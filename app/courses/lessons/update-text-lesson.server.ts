import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson, recordChange } from '#app/courses/find-course.server.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { lessonTexts } from '#db/schema/lessons.ts';
import { t } from '#messages';
import { indexLesson } from './index-lesson.server.ts';
import { renderText } from './render-text.server.ts';
import type { TextLessonInput } from './text.schema.ts';

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
