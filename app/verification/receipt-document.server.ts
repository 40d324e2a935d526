import { prepared, sqlite } from '#db/client.ts';

const ofVerification = prepared(() =>
  sqlite.prepare("select document from log_entries where subject = ? and type = 'verify'").pluck(),
);
const verificationOfPayment = prepared(() =>
  sqlite
    .prepare(
      "select v.seq from payments p join verifications v on v.id = p.verification_id where p.id = ? and p.state = 'succeeded'",
    )
    .pluck(),
);

/** The signed receipt of a payment, as it was logged, and its verification's `seq`; undefined when there is none. */
export function receiptDocumentOf(paymentId: string): { seq: number; bytes: Buffer } | undefined {
  const seq = verificationOfPayment().get(paymentId) as number | undefined;
  const bytes = seq === undefined ? undefined : (ofVerification().get(seq) as Buffer | undefined);
  return seq !== undefined && bytes ? { seq, bytes } : undefined;
}
