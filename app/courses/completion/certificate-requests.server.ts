import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireIssuer, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { completionCertificates, courseCompletions } from '#db/schema/progress.ts';
import { t } from '#messages';
import { completionOf } from './completion-fields.server.ts';
import { issueForCompletion, wakeIssuing } from './issue-completion-certificates.server.ts';
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

/** The most certificates to approve at a time. */
const MOST_APPROVED = 100;
/** How long a request waits for the certificates. The background issues the rest. */
const REQUEST_MS = 1_000;

/** IDs of completions. A form with one box sends one. */
export const approvalSchema = z.object({
  completionIds: z
    .array(z.string().max(100, { error: () => t('approveCertificates.thisIsNotTheIdOfACompletion') }), {
      error: () => t('common.selectAtLeastOneLearner'),
    })
    .min(1, { error: () => t('common.selectAtLeastOneLearner') })
    .max(MOST_APPROVED, {
      error: () =>
        t('approveCertificates.selectAtMostMostapprovedLearnersAtATime', { mostApproved: MOST_APPROVED }),
    })
    .meta({ description: 'IDs of completions whose certificate waits for approval' }),
});

const approve = preparedSql<{ seq: number }>(
  `update completion_certificates set approved_at = @at, approved_by = @user
   where approved_at is null and course_id = @course and completion_seq in (
     select seq from course_completions where id in (select value from json_each(@ids)) and course_id = @course)
   returning completion_seq as seq`,
);

const MOST_COUNTED = 1_000;

/** Each course is a read of the index of requests that wait, so courses are read up to this number, too. */
const waitingCourses = preparedSql<{ id: string; title: string; count: number }>(
  `select id, title, count from (
     select c.id, c.title, c.seq, (select count(*) from (select 1 from completion_certificates q
       where q.course_id = c.id and q.approved_at is null limit ${MOST_COUNTED})) as count
     from (select id, title, seq from courses where owner_id = ? order by seq desc limit ${MOST_COUNTED}) c)
   where count > 0 order by seq desc`,
);

/** The newest courses with certificates that wait for the actor's approval. None if the actor approves none. */
export function coursesToApprove(actor: Actor): { id: string; title: string; count: number }[] {
  const organisation = 'organisation' in actor ? actor.organisation : null;
  return organisation && mayDo(organisation.role, 'certificates')
    ? waitingCourses().all(organisation.id)
    : [];
}

const owned = preparedValue<1>('select 1 from courses where id = ? and owner_id = ?');

/**
 * Approves certificates that learners of a course requested, and issues them. The background issues those
 * that must wait. Skips approved ones.
 * @returns the number approved by this call
 * @throws AppError unauthenticated; forbidden unless the actor is an issuer that may issue; not-found for another issuer's course
 */
export async function approveCertificates(
  actor: Actor,
  courseId: string,
  { completionIds }: z.output<typeof approvalSchema>,
): Promise<number> {
  requireIssuer(actor, 'certificates');
  const { user, organisation } = actor;
  const approved = transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    if (!owned().get(courseId, organisation.id)) throw notFound(t('common.courseNotFound'));
    const input = { at: now(), user: user.id, course: courseId, ids: JSON.stringify(completionIds) };
    const rows = approve().all(input);
    storeAnswer(tx, rows.length);
    return rows;
  });
  if (approved.length > 0) wakeIssuing();
  const issued = Promise.allSettled(approved.map(({ seq }) => issueForCompletion(seq)));
  await Promise.race([issued, new Promise((resolve) => setTimeout(resolve, REQUEST_MS).unref())]);
  return approved.length;
}
