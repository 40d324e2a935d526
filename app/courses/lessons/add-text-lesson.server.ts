import type { Actor } from '#app/accounts/actor.server.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredModule, recordChange } from '#app/courses/find-course.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { transaction } from '#db/client.ts';
import { lessonTexts } from '#db/schema/lessons.ts';
import { indexLesson } from './index-lesson.server.ts';
import { insertLesson } from './insert-lesson.server.ts';
import { renderText } from './render-text.server.ts';
import type { TextLessonInput } from './text.schema.ts';

/**
 * Adds a text lesson at the end of a module.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found; invalid; busy; conflict when the module or its course is full
 */
export async function addTextLesson(
  actor: Actor,
  moduleId: string,
  { title, duration, text }: TextLessonInput,
  courseId?: string,
): Promise<Lesson> {
  authoredModule(actor, moduleId, courseId);
  const id = newId();
  const html = await renderText(actor, id, text);
  const lesson = {
    id,
    type: 'text' as const,
    title,
    duration: duration.text,
    durationSeconds: duration.seconds,
  };
  transaction((tx) => {
    const module = authoredModule(actor, moduleId, courseId, tx);
    insertLesson(tx, module, lesson);
    tx.insert(lessonTexts).values({ lessonId: id, markdown: text, html }).run();
    indexLesson(tx, id);
    recordChange(tx, module.courseId);
  });
  return { ...lesson, videoPath: null, contentType: null, isDraft: false, isOpen: true };
}
