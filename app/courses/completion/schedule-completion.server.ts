import type { IssueInput } from '#app/certificates/certificate.schema.ts';
import { completedCourseOfCompletion } from '#app/certificates/completed-course.server.ts';
import { countTowardsQuota } from '#app/certificates/issue-quota.server.ts';
import { type CertificateContent, requirePrintable } from '#app/certificates/new-certificate.server.ts';
import { insertScheduled } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { followScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, type Transaction } from '#db/client.ts';

const setIssued = preparedSql(
  'update completion_certificates set certificate_id = ? where completion_seq = ? and certificate_id is null',
);
const askForApproval = preparedSql(
  'update completion_certificates set approved_at = null, approved_by = null where completion_seq = ?',
);

type Wait = {
  issuer: { id: string; name: string };
  input: IssueInput;
  content: CertificateContent;
  minutes: number;
  completionSeq: number;
};

/** Lets the certificate of a completion wait. The caller has checked that there is none. @throws AppError invalid; rate-limited */
export function scheduleCompletion(
  tx: Transaction,
  { issuer, input, content, minutes, completionSeq }: Wait,
) {
  requirePrintable(issuer, content);
  countTowardsQuota(tx, issuer.id);
  const frozen = content.frozen ?? [];
  const fields = Object.fromEntries(
    frozen.filter(({ kind }) => kind !== 'running').map(({ key, value }) => [key, value]),
  );
  const wait = {
    issuer: { id: issuer.id, issuedBy: null },
    input: { ...input, fields, frozen },
    content,
    minutes,
    countedAt: now(),
  };
  insertScheduled(tx, { ...wait, origin: { completionSeq } });
}

/** Called once at the start. A withdrawn certificate waits for the issuer's approval, as if it had been asked for it. */
export function followScheduledCompletions() {
  followScheduled('completion', {
    completed: ({ completionSeq }) => completedCourseOfCompletion(completionSeq ?? 0),
    issued: (_tx, { completionSeq }, certificateId) => setIssued().run(certificateId, completionSeq),
    withdrawn: (_tx, { completionSeq }) => askForApproval().run(completionSeq),
  });
}
