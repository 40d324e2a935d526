import type { Actor } from '#app/accounts/actor.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { certificateRevokedMail } from '#app/mail/certificate-mails.server.ts';
import { LANE } from '#app/mail/compose.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { transaction } from '#db/client.ts';
import { revocationSchema } from './certificate.schema.ts';
import { type Certificate, toCertificate } from './certificate.server.ts';
import { managedCertificates } from './managed-certificate.server.ts';
import { recordRevocation } from './revoke-certificate.server.ts';
import { formatUniqueId } from './unique-id.ts';

/** The rows of selected certificates that the actor manages, without repetitions and without revoked certificates. */
const revocable = (actor: Actor, uniqueIds: unknown) =>
  managedCertificates(actor, uniqueIds).filter(({ row }) => row.revokedAt === null);

/**
 * The certificates of a selection that can be revoked, for the form.
 * @throws AppError unauthenticated; forbidden; not-found when any of them is; invalid for none or too many
 */
export const certificatesToRevoke = (actor: Actor, uniqueIds: unknown): Certificate[] =>
  revocable(actor, uniqueIds).map(({ row }) => toCertificate(row));

/**
 * Revokes several certificates with one reason, all or none. Each gets its own log entry and its own mail.
 * @param input {reason}
 * @throws AppError as `certificatesToRevoke`; conflict when all are already revoked; busy when the log cannot be continued
 */
export function revokeCertificates(actor: Actor, uniqueIds: unknown, input: unknown): { message: string } {
  const selected = revocable(actor, uniqueIds);
  const { reason } = parseInput(revocationSchema, input);
  requireWritableLog();
  const lane = selected.length > 1 ? LANE.batch : LANE.single;
  const revoked = transaction((tx) => {
    const done = selected.filter(({ row, managerId }) =>
      recordRevocation(tx, row, { reason, revokedBy: managerId }),
    );
    for (const { row } of done) {
      const mail = certificateRevokedMail({ ...row, uniqueId: formatUniqueId(row.uniqueId), reason });
      enqueueMail(tx, { ...mail, lane }, row);
    }
    return done.length;
  });
  if (revoked === 0) throw new AppError('conflict', 'These certificates are already revoked.');
  return { message: revoked === 1 ? 'Certificate revoked.' : `${revoked} certificates revoked.` };
}
