import { newId } from '#app/shared/ids.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';

const statements = prepared(() => ({
  replacementOf: sqlite
    .prepare('select replacement_id from certificate_replacements where certificate_id = ?')
    .pluck(),
  paidVerifiers: sqlite
    .prepare('select verifier_id from verifications where certificate_id = ? and paid_at is not null')
    .pluck(),
  carry: sqlite.prepare(
    `insert into verifications
       (id, verifier_id, certificate_id, issuer_id, student_email, course_name, looked_up_at, paid_at, payment_id)
     select @id, verifier_id, replacement.id, replacement.issuer_id, replacement.student_email,
       replacement.course_name, paid_at, paid_at, payment_id
     from verifications join certificates replacement on replacement.id = @replacement
     where certificate_id = @certificate and verifier_id = @verifier
     on conflict (verifier_id, certificate_id) do update
       set paid_at = excluded.paid_at, payment_id = excluded.payment_id where paid_at is null`,
  ),
}));

/**
 * Gives everybody who paid for a certificate its replacement, and that one's replacement, with the same payment. Call this in
 * the transaction that replaces the certificate, and in one that pays for it afterwards.
 */
export function carryVerifications(tx: Transaction, certificateId: string) {
  const { replacementOf, paidVerifiers, carry } = statements();
  const replacement = replacementOf.get(certificateId) as string | undefined;
  if (replacement === undefined) return;
  for (const verifier of paidVerifiers.all(certificateId)) {
    carry.run({ id: newId(), replacement, certificate: certificateId, verifier });
  }
  carryVerifications(tx, replacement);
}
