import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { transaction } from '#db/client.ts';
import { courseDrafts, courses, lessons, modules } from '#db/schema/courses.ts';
import { authoredCourse, authoredLesson, authoredModule, recordChange } from './find-course.server.ts';

/**
 * Publishes a course that is a draft. One that is published stays so.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function publishDraft(actor: Actor, courseId: string): void {
  transaction((tx) => {
    const { id } = authoredCourse(actor, courseId, tx);
    const row = tx.select({ seq: courses.seq }).from(courses).where(eq(courses.id, id)).get();
    if (!row) return;
    const { changes } = tx.delete(courseDrafts).where(eq(courseDrafts.courseSeq, row.seq)).run();
    if (changes > 0) recordChange(tx, id);
  });
}

/**
 * Publishes a module, or makes it a draft, which learners do not see.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function setModuleDraft(actor: Actor, moduleId: string, isDraft: boolean): void {
  transaction((tx) => {
    const { courseId } = authoredModule(actor, moduleId, undefined, tx);
    const draftedAt = isDraft ? now() : null;
    tx.update(modules).set({ draftedAt }).where(eq(modules.id, moduleId)).run();
    recordChange(tx, courseId);
  });
}

/** The same for a lesson. */
export function setLessonDraft(actor: Actor, lessonId: string, isDraft: boolean): void {
  transaction((tx) => {
    const { courseId } = authoredLesson(actor, lessonId, undefined, tx);
    const draftedAt = isDraft ? now() : null;
    tx.update(lessons).set({ draftedAt }).where(eq(lessons.id, lessonId)).run();
    recordChange(tx, courseId);
  });
}
