import { RECEIPT_TYPE, sha256, signJson } from '@certrace/verify';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { shownName, uniqueName } from '#app/accounts/account-names.server.ts';
import {
  carryVerifications,
  keepVerifications,
  takeBackVerifications,
} from '#app/certificates/carry-verifications.server.ts';
import { currentStatus } from '#app/certificates/certificate.server.ts';
import { stateAsOf } from '#app/certificates/display.ts';
import { pastedIds } from '#app/certificates/find-certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { credentialUrl } from '#app/credentials/certificate-credential.server.ts';
import { currentIssuerKey, INSTALLATION, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { countForHolder } from '#app/holders/look-up-mails.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import type { PaymentRow, Subject } from '#app/payments/payment.server.ts';
import type { DocumentLine } from '#app/payments/receipt-lines.ts';
import { storedReason, storedTitle, titleText } from '#app/payments/stored-reasons.ts';
import { formatInstantInZone } from '#app/shared/format-instants.ts';
import { mayLookUp } from '#app/verification/consent/consent.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateReplacements, certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { certificateCredentials } from '#db/schema/credentials.ts';
import { payments } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';

function verificationOf(tx: Pick<Transaction, 'select'>, { verificationId }: PaymentRow) {
  const row = tx
    .select({
      id: verifications.id,
      paidAt: verifications.paidAt,
      certificateId: verifications.certificateId,
      uniqueId: certificates.uniqueId,
      studentEmail: certificates.studentEmail,
      courseName: certificates.courseName,
      studentName: certificates.studentName,
      issuerId: certificates.issuerId,
      issuer: { name: certificates.issuerName, username: certificates.issuerUsername },
      issueDate: certificates.issueDate,
      expiryDate: certificates.expiryDate,
      revokedAt: certificateRevocations.revokedAt,
      replacementId: certificateReplacements.replacementId,
      verifier: { id: users.id, role: users.role },
    })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .leftJoin(certificateReplacements, eq(certificateReplacements.certificateId, certificates.id))
    .where(eq(verifications.id, verificationId ?? ''))
    .get();
  if (!row) throw new Error('The verification of a payment does not exist');
  return row;
}

const verificationTitle = (uniqueId: string) => storedTitle('verification', formatUniqueId(uniqueId));

/**
 * Description of the fee for bank statements and mails, without personal data of the student.
 * @param uniqueId in stored form
 */
export const feeDescription = (uniqueId: string) => titleText(verificationTitle(uniqueId));

export const verificationSubject: Subject = {
  rejectionReason(tx, payment, event) {
    const { paidAt, revokedAt, replacementId, verifier, certificateId, studentEmail } = verificationOf(
      tx,
      payment,
    );
    if (paidAt !== null) return storedReason('verification-paid-already');
    if (!mayLookUp(verifier, { id: certificateId, studentEmail }))
      return storedReason('consent-withdrawn-before', event);
    // An earlier revocation was shown to the payer by the look-up.
    if (revokedAt === null || revokedAt <= payment.createdAt) return null;
    return replacementId === null
      ? storedReason('certificate-revoked-before', event)
      : storedReason('certificate-replaced-before', event);
  },
  grant(tx, payment) {
    const { id, certificateId, issuerId, studentEmail } = verificationOf(tx, payment);
    tx.update(verifications)
      .set({ paidAt: payment.settledAt, paymentId: payment.id })
      .where(and(eq(verifications.id, id), isNull(verifications.paidAt)))
      .run();
    keepVerifications(tx, payment.id);
    carryVerifications(tx, certificateId);
    logVerification(tx, payment.id);
    appendEvent(tx, 'certificate.verified', { objectId: certificateId, accountId: issuerId });
    countForHolder(tx, studentEmail, 'payment');
  },
  revoke(tx, payment) {
    tx.update(verifications)
      .set({ paidAt: null, paymentId: null })
      .where(and(eq(verifications.id, payment.verificationId ?? ''), eq(verifications.paymentId, payment.id)))
      .run();
    takeBackVerifications(tx, payment.id);
  },
  describe(tx, payment) {
    const { uniqueId, courseName, studentName, issuer, ...dates } = verificationOf(tx, payment);
    const status = currentStatus({ ...dates, erasedAt: null });
    return {
      title: feeDescription(uniqueId),
      storedTitle: verificationTitle(uniqueId),
      path: `/verify?id=${formatUniqueId(uniqueId)}`,
      lines: [
        [t('common.for'), t('verificationPayments.verificationOfOneCertificate')],
        [t('common.certificateId'), formatUniqueId(uniqueId)],
        [t('common.course'), courseName],
        [t('common.issuedTo'), studentName],
        [t('common.issuedBy'), uniqueName(issuer)],
        ...(payment.settledAt === null
          ? []
          : [
              [
                t('common.status'),
                stateAsOf(status, formatInstantInZone(payment.settledAt, 'UTC')),
              ] satisfies DocumentLine,
            ]),
      ],
    };
  },
  search(q) {
    const [uniqueId] = pastedIds(q);
    if (uniqueId === undefined) return [];
    return db()
      .select({ seq: payments.seq })
      .from(certificates)
      .innerJoin(verifications, eq(verifications.certificateId, certificates.id))
      .innerJoin(payments, eq(payments.verificationId, verifications.id))
      .where(eq(certificates.uniqueId, uniqueId))
      .orderBy(desc(payments.seq))
      .limit(100)
      .all()
      .map(({ seq }) => seq);
  },
};

/**
 * Logs a paid verification in the transaction that settles it. The installation signs a receipt with the verifier, the time,
 * the certificate's state and the log's checkpoint.
 */
function logVerification(tx: Transaction, paymentId: string) {
  const row = tx
    .select({
      payment: payments,
      seq: verifications.seq,
      payer: { name: users.name, email: users.email },
      certificate: certificates,
      revokedAt: certificateRevocations.revokedAt,
      credential: certificateCredentials.bytes,
    })
    .from(payments)
    .innerJoin(verifications, eq(verifications.id, payments.verificationId))
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .leftJoin(certificateCredentials, eq(certificateCredentials.certificateSeq, certificates.seq))
    .where(eq(payments.id, paymentId))
    .get();
  if (!row) throw new Error('A settled payment does not exist');
  const { payment, seq, payer, certificate, revokedAt, credential } = row;
  const key = currentIssuerKey(INSTALLATION);
  const uniqueId = formatUniqueId(certificate.uniqueId);
  const receipt = {
    type: [RECEIPT_TYPE],
    id: `urn:uuid:${payment.id}`,
    issuer: key.did,
    receiptNumber: payment.receiptNumber,
    verifier: { ...payer, name: shownName(payer.name) },
    certificate: { id: credentialUrl(uniqueId), uniqueId, courseName: certificate.courseName },
    credential: credential && Buffer.from(sha256(credential)).toString('hex'),
    status: currentStatus({ ...certificate, revokedAt, erasedAt: null }),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    askedAt: timestamp(payment.createdAt),
    paidAt: timestamp(payment.settledAt ?? undefined),
    checkpoint: currentLog()?.checkpoint ?? '',
  };
  const signed = signJson(receipt, key.verificationMethod, key.privateKey, timestamp());
  appendEntry(tx, 'verify', Buffer.from(JSON.stringify(signed)), seq);
}
