import { RECEIPT_TYPE, sha256, signJson } from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { shownName } from '#app/accounts/account-names.server.ts';
import { currentStatus } from '#app/certificates/certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { credentialUrl } from '#app/credentials/certificate-credential.server.ts';
import { currentIssuerKey, INSTALLATION, timestamp } from '#app/credentials/issuer-keys.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import type { Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { certificateCredentials } from '#db/schema/credentials.ts';
import { payments } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';

/**
 * Logs a paid verification in the transaction that settles it. The installation signs a receipt with the verifier, the time,
 * the certificate's state and the log's checkpoint.
 */
export function logVerification(tx: Transaction, paymentId: string) {
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
