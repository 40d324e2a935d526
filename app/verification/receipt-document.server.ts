import type { Actor } from '#app/accounts/actor.server.ts';
import { proveSubject } from '#app/log/prove-entry.server.ts';
import { receiptOf } from '#app/payments/receipt.server.ts';
import { receiptNumber } from '#app/payments/receipt-lines.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { prepared, sqlite } from '#db/client.ts';

const ofVerification = prepared(() =>
  sqlite()
    .prepare<[number], Buffer | null>(
      "select document from log_entries where subject = ? and type = 'verify'",
    )
    .pluck(),
);
const verificationOfPayment = prepared(() =>
  sqlite()
    .prepare<[string], number>(
      'select v.seq from payments p join verifications v on v.id = p.verification_id where p.id = ? and p.receipt_number is not null',
    )
    .pluck(),
);

/** The signed receipt of a payment as logged, and the `seq` of its verification. Undefined without one. */
export function receiptDocumentOf(paymentId: string): { seq: number; bytes: Buffer } | undefined {
  const seq = verificationOfPayment().get(paymentId);
  if (seq === undefined) return undefined;
  // A verification that was refunded and paid again has a receipt for each payment.
  const documents = ofVerification().all(seq);
  const bytes = documents.find(
    (document) => document && JSON.parse(document.toString()).id === `urn:uuid:${paymentId}`,
  );
  return bytes ? { seq, bytes } : undefined;
}

/**
 * The signed receipt of a payment, byte for byte as logged, or the proof that the log contains it.
 * @throws AppError as `receiptOf`; not-found for a payment from before receipts were signed
 */
export function receiptProofFile(
  actor: Actor,
  paymentId: string,
  format: 'json' | 'tlog-proof',
): { bytes: Buffer; name: string } {
  const { number } = receiptOf(actor, paymentId);
  const document = receiptDocumentOf(paymentId);
  const bytes =
    document && format === 'tlog-proof'
      ? proveSubject('verify', document.seq, document.bytes)
      : (document?.bytes ?? null);
  if (bytes === null) throw notFound();
  return { bytes: Buffer.from(bytes), name: `certrace-receipt-${receiptNumber(number)}.${format}` };
}
