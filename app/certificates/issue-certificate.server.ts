import { sql } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import {
  prepareCredential,
  releaseCredential,
  storeCredential,
} from '#app/credentials/certificate-credential.server.ts';
import { certificateIssuedMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { fewRandomBytes, newId } from '#app/shared/ids.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, prepared } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { certificates } from '#db/schema/certificates.ts';
import { issueSchema } from './certificate.schema.ts';
import { type Certificate, toCertificate } from './certificate.server.ts';
import { LAYOUT_VERSION } from './drawing/drawing.ts';
import { certificateById } from './find-certificate.server.ts';
import { countTowardsQuota } from './issue-quota.server.ts';
import { formatUniqueId, uniqueIdFromBytes } from './unique-id.ts';

const insertCertificate = prepared(() =>
  db
    .insert(certificates)
    .values({
      id: sql.placeholder('id'),
      uniqueId: sql.placeholder('uniqueId'),
      issuerId: sql.placeholder('issuerId'),
      issuerName: sql.placeholder('issuerName'),
      issuerUsername: sql.placeholder('issuerUsername'),
      studentName: sql.placeholder('studentName'),
      studentEmail: sql.placeholder('studentEmail'),
      courseName: sql.placeholder('courseName'),
      issueDate: sql.placeholder('issueDate'),
      expiryDate: sql.placeholder('expiryDate'),
      layoutVersion: sql.placeholder('layoutVersion'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
);

/** Fields of a new certificate, which is not read back. */
const UNTOUCHED = { verified: 0, revokedAt: null, revocationReason: null };

export const ISSUED = 'Certificate issued successfully!';

/**
 * Issues a certificate with its signed credential, logs it and mails the student, in one transaction. It never changes
 * afterwards.
 * @param input {studentEmail, studentName, courseName, issueDate, expiryDate?}; dates are YYYY-MM-DD
 * @param idempotencyKey the same key with the same input returns the earlier certificate
 * @throws AppError unauthenticated; forbidden; invalid, naming fields; unprocessable for a key with another input; rate-
 *   limited over the daily quota; busy when the log cannot be continued
 */
export async function issueCertificate(
  actor: Actor,
  input: unknown,
  idempotencyKey?: string | null,
): Promise<Certificate> {
  requireIssuer(actor);
  const issued = parseInput(issueSchema, input);
  const call = idempotentCall(actor.user.id, 'certs/issue', idempotencyKey, issued);
  const certificate = {
    id: newId(),
    uniqueId: uniqueIdFromBytes(fewRandomBytes(10)),
    issuerId: actor.user.id,
    issuerName: actor.user.name,
    issuerUsername: actor.user.username,
    ...issued,
    layoutVersion: LAYOUT_VERSION,
    createdAt: now(),
  };
  const printed = { ...certificate, uniqueId: formatUniqueId(certificate.uniqueId) };
  const credential = await prepareCredential(printed);
  const made = await groupCommit((tx) => {
    const prior = priorResult(tx, call);
    if (prior) return prior;
    countTowardsQuota(tx, actor.user.id);
    const seq = Number(insertCertificate().run(certificate).lastInsertRowid);
    storeCredential(tx, seq, credential);
    enqueueMail(tx, certificateIssuedMail(printed), { seq, issuerId: certificate.issuerId });
    rememberResult(tx, call, certificate.id);
    return certificate;
  }).finally(() => releaseCredential(credential));
  if (typeof made === 'string') return certificateById(actor, made);
  return toCertificate({ ...made, ...UNTOUCHED });
}
