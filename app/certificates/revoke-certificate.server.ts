import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { logRevocation } from '#app/credentials/certificate-credential.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { certificateRevokedMail } from '#app/mail/certificate-mails.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { certificateRevocations } from '#db/schema/certificates.ts';
import { t } from '#messages';
import type { revocationSchema } from './certificate.schema.ts';
import {
  type Certificate,
  type CertificateRow,
  mailedCertificate,
  toCertificate,
} from './certificate.server.ts';
import { certificateById } from './find-certificate.server.ts';
import {
  allSkipped,
  managedCertificate,
  managedCertificates,
  type Skipped,
} from './managed-certificate.server.ts';
import { formatUniqueId } from './unique-id.ts';

export const revokedTexts = () => t('revokeCertificate.certificateRevoked');
export const revokedAlready = () => t('common.thisCertificateIsAlreadyRevoked');

/**
 * A certificate that the actor may revoke, for the form.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export const certificateToRevoke = (actor: Actor, uniqueId: string): Certificate =>
  toCertificate(managedCertificate(actor, uniqueId).row);

/** A certificate in the audit trail, which its issuer sees. */
export const ofCertificate = ({ uniqueId, issuerId }: Pick<CertificateRow, 'uniqueId' | 'issuerId'>) => ({
  object: ['certificate', formatUniqueId(uniqueId)] as const,
  organisation: issuerId,
});

/**
 * Stores and logs a certificate's revocation and appends its event, in a transaction.
 * @returns false when it is already revoked
 */
export function recordRevocation(
  tx: Transaction,
  row: Pick<CertificateRow, 'id' | 'seq' | 'issuerId'>,
  { reason, revokedBy }: { reason: string; revokedBy: string },
): boolean {
  const { changes } = tx
    .insert(certificateRevocations)
    .values({
      certificateId: row.id,
      certificateSeq: row.seq,
      issuerId: row.issuerId,
      reason,
      revokedBy,
      revokedAt: now(),
    })
    .onConflictDoNothing()
    .run();
  if (changes === 0) return false;
  logRevocation(tx, row);
  appendEvent(tx, 'certificate.revoked', { objectId: row.id, accountId: row.issuerId });
  return true;
}

/**
 * Revokes a certificate permanently, logs the revocation and mails the student, in one transaction (docs/product.md,
 * Certificates are frozen).
 * @param input {reason}
 * @throws AppError unauthenticated; forbidden; not-found; invalid; conflict when it is already revoked; busy when the log
 *   cannot be continued
 */
export function revokeCertificate(
  actor: Actor,
  uniqueId: string,
  input: z.output<typeof revocationSchema>,
): Certificate {
  requireMember(actor);
  const { row, managerId: revokedBy } = managedCertificate(actor, uniqueId);
  const { reason } = input;
  requireWritableLog();
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    if (!recordRevocation(tx, row, { reason, revokedBy })) throw new AppError('conflict', revokedAlready());
    recordAct(tx, actor, 'certificate.revoked', ofCertificate(row));
    enqueueMail(tx, certificateRevokedMail({ ...mailedCertificate(row), reason }), row);
  });
  return certificateById(actor, row.id);
}

/**
 * The certificates of a selection that can be revoked, for the form.
 * @throws AppError unauthenticated; forbidden; not-found when any of them is
 */
export const certificatesToRevoke = (actor: Actor, uniqueIds: readonly string[]): Certificate[] =>
  managedCertificates(actor, uniqueIds)
    .filter(({ row }) => row.revokedAt === null)
    .map(({ row }) => toCertificate(row));

/**
 * Revokes several certificates with one reason, all or none. Each gets its own log entry and its own mail. Those that are
 * already revoked are skipped.
 * @param input {reason}
 * @throws AppError as `certificatesToRevoke`; conflict when all are already revoked; busy when the log cannot be continued
 */
export function revokeCertificates(
  actor: Actor,
  uniqueIds: readonly string[],
  input: z.output<typeof revocationSchema>,
): { message: string; skipped: Skipped[] } {
  requireMember(actor);
  const selected = managedCertificates(actor, uniqueIds);
  const { reason } = input;
  requireWritableLog();
  const revoked = transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const done = selected.filter(({ row, managerId }) =>
      recordRevocation(tx, row, { reason, revokedBy: managerId }),
    );
    const lane = done.length > 1 ? LANE.batch : LANE.single;
    for (const { row } of done) {
      const mail = certificateRevokedMail({ ...mailedCertificate(row), reason });
      enqueueMail(tx, { ...mail, lane }, row);
      recordAct(tx, actor, 'certificate.revoked', ofCertificate(row));
    }
    return new Set(done);
  });
  const skipped = selected
    .filter((each) => !revoked.has(each))
    .map(({ row }) => formatUniqueId(row.uniqueId))
    .map((uniqueId) => ({
      uniqueId,
      reason: t('revokeCertificates.uniqueidIsAlreadyRevoked', { uniqueId }),
    }));
  if (revoked.size === 0) throw allSkipped(t('common.theseCertificatesAreAlreadyRevoked'), skipped);
  const message = t('revokeCertificates.countCertificatesRevoked', { count: revoked.size });
  return { message, skipped };
}
