import type { z } from 'zod';
import { type Actor, issuerOf, keyOwner, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { carryConsent } from '#app/holders/consent.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { certificateRevokedMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { groupCommit } from '#db/group-commit.ts';
import { certificateReplacements } from '#db/schema/certificates.ts';
import { t } from '#messages';
import { carryVerifications } from './carry-verifications.server.ts';
import type { issueSchema } from './certificate.schema.ts';
import type { Certificate, CertificateRow } from './certificate.server.ts';
import { mailedCertificate, replacementReason, toCertificate } from './certificate.server.ts';
import { chooseDesignOnce, expiryByDesignOf } from './choose-design.server.ts';
import { completedCourseOf } from './completed-course.server.ts';
import { closeCorrection } from './corrections.server.ts';
import { requireNoDuplicate } from './duplicates.server.ts';
import { correctedFrom } from './field-values.server.ts';
import { certificateById, findByUniqueId } from './find-certificate.server.ts';
import { countTowardsQuota, noteQuota } from './issue-quota.server.ts';
import { requireLegible } from './legible.server.ts';
import { requireHolder } from './managed-certificate.server.ts';
import {
  releaseCertificate,
  requirePrintable,
  signCertificate,
  storeCertificate,
} from './new-certificate.server.ts';
import { readFrozen } from './own-fields.ts';
import { ofCertificate, recordRevocation, revokedAlready } from './revoke-certificate.server.ts';
import { signedFacts } from './signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export const replaced = () => t('replaceCertificate.certificateReplaced');

/** The row of a certificate that the actor issued. @throws AppError busy when it is not as it was signed */
function ownRow(actor: Actor, typed: string): CertificateRow {
  requireIssuer(actor, 'certificates');
  const uniqueId = parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findByUniqueId(actor, uniqueId);
  if (row?.issuerId !== actor.organisation.id) throw notFound();
  requireHolder(row);
  // The form repeats what the certificate says.
  signedFacts(row);
  return row;
}

/**
 * A certificate that the actor may replace, for the form.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export const certificateToReplace = (actor: Actor, uniqueId: string): Certificate =>
  toCertificate(ownRow(actor, uniqueId));

type Replacement = z.output<typeof issueSchema> & { expiryByDesign?: true };

const expiryOf = (
  old: CertificateRow,
  { expiryByDesign, neverExpires, issueDate, expiryDate }: Replacement,
) => (expiryByDesign && !neverExpires ? (expiryDate ?? expiryByDesignOf(old, issueDate)) : expiryDate);

/**
 * Issues a corrected certificate and revokes the old one with the reason 'Replaced by …'. Logs both and mails the student, in
 * one transaction. Verifiers who paid for the old certificate have paid for the new one.
 * @param uniqueId of the certificate to replace
 * @param input as for `issueCertificate`; without a design, the new certificate keeps the old one's. `expiryByDesign` applies the
 *   validity of that design, too, if no expiry is entered
 * @throws AppError as `issueCertificate`; not-found; conflict when it is already revoked or replaced
 */
export async function replaceCertificate(
  actor: Actor,
  uniqueId: string,
  input: Replacement,
  idempotencyKey?: string | null,
): Promise<Certificate> {
  const old = ownRow(actor, uniqueId);
  requireIssuer(actor, 'certificates');
  const issuer = issuerOf(actor);
  const issued = input;
  const call = idempotentCall(keyOwner(actor), 'certificates/replacement', idempotencyKey, [
    old.uniqueId,
    issued,
  ]);
  const content =
    issued.designId === undefined
      ? { ...issued, expiryDate: expiryOf(old, issued), designVersionId: old.designVersionId }
      : chooseDesignOnce(issuer.id, issued, call);
  if (typeof content === 'string') return certificateById(actor, content);
  requirePrintable(issuer, content);
  requireWritableLog();
  const frozen = correctedFrom(issuer.id, readFrozen(old.fields), issued.fields);
  await requireLegible(issuer, { ...content, frozen });
  const signed = await signCertificate(issuer, { ...content, frozen }, undefined, completedCourseOf(old.id));
  const { certificate } = signed;
  const [oldId, newId] = [formatUniqueId(old.uniqueId), formatUniqueId(certificate.uniqueId)];
  const reason = () => replacementReason(certificate.uniqueId);
  const id = await groupCommit((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const prior = priorResult(tx, call);
    if (prior) return prior;
    if (!recordRevocation(tx, old, { reason: '', revokedBy: actor.user.id })) {
      throw new AppError('conflict', revokedAlready());
    }
    // The old certificate is revoked by now and does not count as a duplicate.
    requireNoDuplicate(issuer.id, issued);
    countTowardsQuota(tx, issuer.id);
    storeCertificate(tx, signed, { replaces: oldId });
    tx.insert(certificateReplacements).values({ certificateId: old.id, replacementId: certificate.id }).run();
    appendEvent(tx, 'certificate.replaced', { objectId: old.id, accountId: old.issuerId });
    carryVerifications(tx, old.id);
    recordAct(tx, actor, 'certificate.replaced', { ...ofCertificate(old), after: { replacement: newId } });
    closeCorrection(tx, old.id);
    if (old.studentEmail === certificate.studentEmail) carryConsent(tx, old.id, certificate.id);
    if (old.studentEmail !== certificate.studentEmail) {
      enqueueMail(tx, certificateRevokedMail({ ...mailedCertificate(old), reason, isReplaced: true }), old);
    }
    rememberResult(tx, call, certificate.id);
    storeAnswer(tx, certificateById(actor, certificate.id));
    return certificate.id;
  }).finally(() => {
    releaseCertificate(signed);
    noteQuota(issuer.id);
  });
  return certificateById(actor, id);
}
