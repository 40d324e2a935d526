import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { completionCertificates, courseCompletions } from '#db/schema/completion.ts';
import { t } from '#messages';
import { completionOf } from './completion-settings.server.ts';
import { issueForCompletion } from './issue-completion-certificates.server.ts';
import { type CompletionCertificateState, myCompletion } from './my-completion.server.ts';

const notCompleted = () => t('askForCertificate.youHaveNotCompletedThisCourse');
const noCertificate = () => t('common.thisCourseHasNoCertificate');

/**
 * Confirms the name on the certificate for a completed course, and requests it. It is issued immediately, or
 * when the issuer approves it. Only the first call counts: later and concurrent ones return the certificate's
 * state.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden for an account without an address; not-found for a course that the actor may not read;
 *   conflict without a completion, and for a course without a certificate
 */
export async function askForCertificate(
  actor: Actor,
  courseId: string,
  { name }: { name: string },
): Promise<CompletionCertificateState> {
  requireMember(actor);
  const { id: userId, email } = actor.user;
  if (email === null) throw forbidden(t('askForCertificate.yourAccountHasNoEmailAddress'));
  const seq = transaction((tx) => {
    const completion = tx
      .select({ seq: courseCompletions.seq, issuerId: courseCompletions.issuerId })
      .from(courseCompletions)
      .where(and(eq(courseCompletions.courseId, courseId), eq(courseCompletions.userId, userId)))
      .get();
    if (!completion) {
      readCourse(actor, courseId);
      throw new AppError('conflict', notCompleted());
    }
    const asked = tx
      .select({ at: completionCertificates.requestedAt })
      .from(completionCertificates)
      .where(eq(completionCertificates.completionSeq, completion.seq))
      .get();
    if (asked) return completion.seq;
    const { certificate } = completionOf(courseId, tx);
    if (certificate === 'none') throw new AppError('conflict', noCertificate());
    const requestedAt = now();
    tx.insert(completionCertificates)
      .values({
        completionSeq: completion.seq,
        courseId,
        issuerId: completion.issuerId,
        learnerName: name,
        requestedAt,
        approvedAt: certificate === 'at-once' ? requestedAt : null,
      })
      .run();
    // For 'at-once', `issueForCompletion` stores the answer.
    if (certificate !== 'at-once') storeAnswer(tx);
    return completion.seq;
  });
  await issueForCompletion(seq, storeAnswer).catch((error: unknown) => {
    // It waits, and the background issues it (issue-completion-certificates.server.ts).
    if (!(error instanceof AppError)) log.error({ err: error }, 'certificate of a completion not issued');
  });
  return myCompletion(actor, courseId)?.certificate ?? { kind: 'waiting' };
}
