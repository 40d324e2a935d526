import { asc, eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { authoredCourse, authoredLesson } from '#app/courses/find-course.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { lessons, modules } from '#db/schema/courses.ts';
import { lessonTexts } from '#db/schema/lessons.ts';
import { t } from '#messages';

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
