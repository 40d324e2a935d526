import { type ProofAnswer, type StatusAnswer, type StatusEntry, sha256 } from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { credentialAt } from '#app/credentials/certificate-credential.server.ts';
import { knownIssuer } from '#app/credentials/known-issuer.server.ts';
import { hasLostEntries } from '#app/log/log.server.ts';
import { proveSubject } from '#app/log/prove-entry.server.ts';
import { db } from '#db/client.ts';
import { certificateRevocations } from '#db/schema/certificates.ts';
import { receiptDocumentOf } from '../receipt-document.server.ts';
import type { Answers, Question } from './questions.ts';

const LOST =
  'This site has no record of it any more: the record was lost when an older database was restored.';

/** The certificate at a place of one of this site's status lists, whatever host the list's URL has. */
export function recordAt({ list, index }: StatusEntry) {
  const number = /\/credentials\/status\/([1-9]\d{0,9})$/.exec(list)?.[1];
  return number === undefined ? undefined : credentialAt(Number(number), index);
}

function statusAt(entry: StatusEntry): StatusAnswer {
  const record = recordAt(entry);
  if (!record) return { reason: LOST };
  const revocation = db
    .select({ at: certificateRevocations.revokedAt })
    .from(certificateRevocations)
    .where(eq(certificateRevocations.certificateSeq, record.seq))
    .get();
  return revocation
    ? { revoked: true, on: new Date(revocation.at).toISOString().slice(0, 10) }
    : { revoked: false };
}

function proofOf({ hash, status, id }: Extract<Question, { about: 'proof' }>): ProofAnswer {
  const [, paymentId] = /^urn:uuid:([0-9a-f-]{36})$/.exec(id ?? '') ?? [];
  const receipt = paymentId === undefined ? undefined : receiptDocumentOf(paymentId);
  const record = receipt ?? (status ? recordAt(status) : undefined);
  const isSame = record && Buffer.from(sha256(record.bytes)).toString('hex') === hash;
  const proof = isSame ? proveSubject(receipt ? 'verify' : 'issue', record.seq) : null;
  if (proof !== null) return { proof };
  // What an entry that was lost committed to is not known, so it may have been this.
  if (hasLostEntries()) return { passed: null, reason: LOST };
  return {
    passed: false,
    reason: 'It is not in the log of this site, where everything that is issued here is.',
  };
}

/** Answers from the database what the check of a file asks. */
export function answerQuestion(question: Question): Answers[Question['about']] {
  if (question.about === 'issuer') return knownIssuer(question.did);
  return question.about === 'status' ? statusAt(question.entry) : proofOf(question);
}
