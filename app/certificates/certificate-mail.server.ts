import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { limit, limitMailbox } from '#app/accounts/rate-limits.server.ts';
import { issueHolderLink } from '#app/holders/holder-sessions.server.ts';
import { certificateRevokedMail } from '#app/mail/certificate-mails.server.ts';
import { type MailDelivery, type MailState, mailDelivery, mailStates } from '#app/mail/mail-state.server.ts';
import { enqueueMail, wakeDelivery } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, duration, secondsOf } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { t } from '#messages';
import type { Certificate, CertificateRow } from './certificate.server.ts';
import { mailedCertificate, reasonOf, toCertificate } from './certificate.server.ts';
import { issuedMail } from './issued-mail.server.ts';
import { managedCertificate } from './managed-certificate.server.ts';
import { requireAsSigned } from './signed-record.server.ts';
import { formatUniqueId } from './unique-id.ts';

/** Results of sending a message again, for the sender. */
export const sentAgainTexts = () =>
  ({
    smtp: t('certificateMail.theMessageToTheStudent'),
    mailbox: t('certificateMail.theMessageToTheStudentIsIn'),
    off: t('certificateMail.theMessageToTheStudentWaits'),
  }) as const satisfies Record<MailDelivery, string>;

export const sentAgain = () => sentAgainTexts()[mailDelivery()];

export type CertificateMail = { certificate: Certificate; mail: MailState | null };

/**
 * The delivery state of the latest message to a certificate's student. Null once the message has left the outbox.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function certificateMail(actor: Actor, uniqueId: string): CertificateMail {
  const { row } = managedCertificate(actor, uniqueId, 'read');
  return { certificate: toCertificate(row), mail: mailStates([row.seq]).get(row.seq) ?? null };
}

/** Makes a waiting message about the certificate due now. @returns whether one was waiting */
function makeDueNow(tx: Transaction, seq: number): boolean {
  const ofCertificate = and(eq(outbox.certificateSeq, seq), isNotNull(outbox.nextAttemptAt));
  if (!tx.select({ seq: outbox.seq }).from(outbox).where(ofCertificate).get()) return false;
  // A message that is due already keeps its place in its lane.
  tx.update(outbox)
    .set({ nextAttemptAt: now() })
    .where(and(ofCertificate, gt(outbox.nextAttemptAt, now())))
    .run();
  return true;
}

/** The mail that matches the certificate's current state. */
function messageAbout(tx: Transaction, row: CertificateRow) {
  if (row.revokedAt !== null)
    return certificateRevokedMail({ ...mailedCertificate(row), reason: () => reasonOf(row) });
  return issuedMail(row, {
    replaces: row.replaces && formatUniqueId(row.replaces),
    renews: row.renews && formatUniqueId(row.renews),
    token: issueHolderLink(tx, { email: row.studentEmail, uniqueId: row.uniqueId }),
  });
}

function tooManyToOne(ms: number): AppError {
  const seconds = secondsOf(ms);
  const message = t('certificateMail.severalMessagesWereSentToThisStudent', { wait: duration(seconds) });
  return new AppError('rate-limited', message, { retryAfterSeconds: seconds });
}

/**
 * Sends the student the message about a certificate again. A message that still waits in the outbox is tried now instead.
 * @throws AppError unauthenticated; forbidden; not-found; rate-limited; busy when its row is not as it was signed
 */
export async function sendCertificateMail(actor: Actor, uniqueId: string): Promise<CertificateMail> {
  requireMember(actor);
  const { row } = managedCertificate(actor, uniqueId);
  requireAsSigned(row.id);
  await limit(actor, 'certificate-mails');
  await limitMailbox(row.studentEmail, 'certificate-mails-to-one', tooManyToOne);
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    if (!makeDueNow(tx, row.seq)) enqueueMail(tx, messageAbout(tx, row), row);
    storeAnswer(tx, certificateMail(actor, uniqueId));
  });
  wakeDelivery();
  return certificateMail(actor, uniqueId);
}
