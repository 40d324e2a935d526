import type { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { beforeGroupCommit, groupCommit } from '#db/group-commit.ts';
import type { issueSchema } from './certificate.schema.ts';
import { type Certificate, toCertificate, UNRELATED } from './certificate.server.ts';
import { chooseDesignOnce, designIdOf } from './choose-design.server.ts';
import { requireNoDuplicate } from './duplicates.server.ts';
import { certificateById } from './find-certificate.server.ts';
import { countTowardsQuota } from './issue-quota.server.ts';
import { releaseCertificate, signCertificate, storeCertificate } from './new-certificate.server.ts';

/** Columns that are empty in every new certificate, so that its row need not be read back. */
const UNTOUCHED = {
  verified: 0,
  revokedAt: null,
  revocationReason: null,
  erasedAt: null,
  ...UNRELATED,
};

export const ISSUED = 'Certificate issued successfully!';

/**
 * Issues a certificate: signs its credential, stores and logs it and mails the student, in one transaction.
 * @param input {studentEmail, studentName, courseName, issueDate, expiryDate? or expiresAfter?, designId?, allowDuplicate?};
 *   dates are YYYY-MM-DD
 * @param idempotencyKey the same key with the same input returns the certificate made before
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; unprocessable for a key with another input; duplicate;
 *   rate-limited over the daily quota; busy when the log cannot be continued
 */
export async function issueCertificate(
  actor: Actor,
  input: z.output<typeof issueSchema>,
  idempotencyKey?: string | null,
): Promise<Certificate> {
  requireIssuer(actor);
  const { user } = actor;
  const call = idempotentCall(user.id, 'certs/issue', idempotencyKey, input);
  const content = chooseDesignOnce(user.id, input, call);
  if (typeof content === 'string') return certificateById(actor, content);
  const signed = await beforeGroupCommit(() => signCertificate(user, content));
  const made = await groupCommit((tx) => {
    const prior = priorResult(tx, call);
    if (prior) return prior;
    requireNoDuplicate(user.id, input);
    countTowardsQuota(tx, user.id);
    storeCertificate(tx, signed);
    rememberResult(tx, call, signed.certificate.id);
    return signed.certificate;
  }).finally(() => releaseCertificate(signed));
  if (typeof made === 'string') return certificateById(actor, made);
  return toCertificate({ ...made, ...UNTOUCHED, designId: designIdOf(made.designVersionId) });
}
