import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { courseRemovedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { courseUnpublications } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { courseDeletionSchema } from './course.schema.ts';
import { authoredCourse, courseWithAuthor, requireAuthor } from './find-course.server.ts';
import { completeWithdrawals, ordersRefunds } from './withdrawn-courses.server.ts';

/**
 * Removes a course. Without buyers it is deleted with its content and files. Otherwise its buyers keep it, and see it alone; or every
 * purchase is refunded, with a mail, and then the course is deleted, in the background where there are many. Certificates for it do
 * not change. The author gets a mail if somebody else removes it.
 * @param input {reason?, buyers?: 'keep' or 'refund'}; the author and refunded buyers read the reason, which a super admin must give
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export async function deleteCourse(
  actor: Actor,
  courseId: string,
  input: z.output<typeof courseDeletionSchema>,
): Promise<void> {
  requireAuthor(actor);
  const { reason, buyers } = input;
  transaction((tx) => {
    const { ownerId } = authoredCourse(actor, courseId, tx);
    const isAuthor = actor.organisation?.id === ownerId;
    if (!isAuthor && reason === undefined)
      throw invalid(t('deleteCourse.reasonIsRequired'), { reason: [t('deleteCourse.reasonIsRequired')] });
    const { seq, title, authors } = courseWithAuthor(courseId, tx);
    const at = now();
    // From now on the course cannot be bought. A purchase that arrives later is refunded.
    const removal = { reason: reason ?? '', unpublishedBy: actor.user.id, removedAt: at, buyers };
    tx.insert(courseUnpublications)
      .values({ courseSeq: seq, unpublishedAt: at, ...removal })
      .onConflictDoUpdate({
        target: courseUnpublications.courseSeq,
        // Refunds that the unpublication ordered continue, with its reason.
        set: ordersRefunds(seq, tx) ? { removedAt: at } : removal,
      })
      .run();
    recordAct(tx, actor, 'course.removed', {
      object: ['course', courseId],
      organisation: ownerId,
      after: { buyers: buyers ?? null },
    });
    if (!isAuthor) for (const author of authors) enqueueMail(tx, courseRemovedMail(author, title, reason));
    storeAnswer(tx);
  });
  await completeWithdrawals();
}
