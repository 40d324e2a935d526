import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { courseRepublishedMail, courseUnpublishedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { courseDrafts, courses, courseUnpublications, lessons, modules } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { CompletionInput } from './completion/completion.schema.ts';
import { storeCompletion } from './completion/completion-fields.server.ts';
import type { courseReasonSchema } from './course.schema.ts';
import { countBuyers } from './course.server.ts';
import { completeWithdrawals, ordersRefunds } from './delete-course.server.ts';
import {
  authoredCourse,
  authoredLesson,
  authoredModule,
  courseWithAuthor,
  recordChange,
} from './find-course.server.ts';

/**
 * Publishes a course that is a draft. One that is published stays so.
 * @param completion what completes it, if that is set at the same time
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function publishDraft(
  actor: Actor,
  courseId: string,
  completion: CompletionInput | null = null,
): void {
  transaction((tx) => {
    const { id } = authoredCourse(actor, courseId, tx);
    if (completion) storeCompletion(tx, id, completion);
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

export const unpublishedAlready = () => t('unpublishCourse.thisCourseIsAlreadyUnpublished');
export const publishedAlready = () => t('unpublishCourse.thisCourseIsAlreadyPublished');
export const stillRefunded = () => t('unpublishCourse.thePurchasesOfThisCourse');

/**
 * Takes a course out of the catalogue and mails its authors the reason, in one transaction. Its buyers keep it, or every purchase is
 * refunded, in the background where there are many.
 * @param input {reason, buyers?: 'keep' or 'refund'}
 * @throws AppError forbidden unless the actor is a super admin; not-found; invalid; conflict when it is unpublished
 */
export async function unpublishCourse(
  actor: Actor,
  courseId: string,
  input: z.output<typeof courseReasonSchema>,
): Promise<void> {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const { seq, title, authors } = courseWithAuthor(courseId, tx);
    const { reason, buyers } = input;
    const { changes } = tx
      .insert(courseUnpublications)
      .values({ courseSeq: seq, reason, buyers, unpublishedBy: actor.user.id, unpublishedAt: now() })
      .onConflictDoNothing()
      .run();
    if (changes === 0) throw new AppError('conflict', unpublishedAlready());
    const organisation = authoredCourse(actor, courseId, tx).ownerId;
    recordAct(tx, actor, 'course.unpublished', {
      object: ['course', courseId],
      organisation,
      after: { buyers: buyers ?? null },
    });
    for (const author of authors) enqueueMail(tx, courseUnpublishedMail(author, title, reason));
    storeAnswer(tx);
  });
  await completeWithdrawals();
}

/**
 * Puts a course back into the catalogue and mails its authors, in one transaction.
 * @throws AppError forbidden unless the actor is a super admin; not-found; conflict when it is published, or while its purchases are refunded
 */
export function republishCourse(actor: Actor, courseId: string): void {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const { seq, title, authors } = courseWithAuthor(courseId, tx);
    if (ordersRefunds(seq, tx) && countBuyers([courseId], tx).size > 0)
      throw new AppError('conflict', stillRefunded());
    const { changes } = tx.delete(courseUnpublications).where(eq(courseUnpublications.courseSeq, seq)).run();
    if (changes === 0) throw new AppError('conflict', publishedAlready());
    const organisation = authoredCourse(actor, courseId, tx).ownerId;
    recordAct(tx, actor, 'course.republished', { object: ['course', courseId], organisation });
    for (const author of authors) enqueueMail(tx, courseRepublishedMail(author, title));
  });
}
