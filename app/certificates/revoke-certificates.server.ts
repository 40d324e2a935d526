import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { certificateRevokedMail } from '#app/mail/certificate-mails.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { transaction } from '#db/client.ts';
import { t } from '#messages';
import type { revocationSchema } from './certificate.schema.ts';
import { type Certificate, mailedCertificate, toCertificate } from './certificate.server.ts';
import { allSkipped, managedCertificates, type Skipped } from './managed-certificate.server.ts';
import { ofCertificate, recordRevocation } from './revoke-certificate.server.ts';
import { formatUniqueId } from './unique-id.ts';

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
