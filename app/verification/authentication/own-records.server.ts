import {
  canonicalJson,
  type ProofAnswer,
  type StatusAnswer,
  type StatusEntry,
  sha256,
} from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { credentialAt } from '#app/credentials/certificate-credential.server.ts';
import { knownIssuer } from '#app/credentials/known-issuer.server.ts';
import { hasLostEntries } from '#app/log/log.server.ts';
import { placeOfSubject, proveSubject } from '#app/log/prove-entry.server.ts';
import { db } from '#db/client.ts';
import { certificateRevocations } from '#db/schema/certificates.ts';
import { receiptDocumentOf } from '../receipt-document.server.ts';
import type { Answers, Question } from './questions.ts';

const LOST =
  'This site has no record of it any more: the record was lost when an older database was restored.';

/**
 * The record of a certificate at a place of one of this site's status lists, whatever host the list's URL has. After a
 * restore another certificate may have the place of a lost one, so the credential's ID must be the same.
 */
export function recordAt({ list, index }: StatusEntry, id: string | null) {
  const number = /\/credentials\/status\/([1-9]\d{0,9})$/.exec(list)?.[1];
  const record = number === undefined ? undefined : credentialAt(Number(number), index);
  return record && JSON.parse(record.bytes.toString()).id === id ? record : undefined;
}

function statusAt({ entry, id }: Extract<Question, { about: 'status' }>): StatusAnswer {
  const record = recordAt(entry, id);
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

const hexHash = (content: Uint8Array | string) => Buffer.from(sha256(content)).toString('hex');

/** Whether the canonical JSON of a record has this hash, whatever its white space and key order. */
const hasContent = (bytes: Buffer, content: string) =>
  hexHash(canonicalJson(JSON.parse(bytes.toString()))) === content;

function proofOf({ hash, content, status, id }: Extract<Question, { about: 'proof' }>): ProofAnswer {
  const [, paymentId] = /^urn:uuid:([0-9a-f-]{36})$/.exec(id ?? '') ?? [];
  const receipt = paymentId === undefined ? undefined : receiptDocumentOf(paymentId);
  const record = receipt ?? (status ? recordAt(status, id) : undefined);
  const type = receipt ? 'verify' : 'issue';
  const proof =
    record && hexHash(record.bytes) === hash ? proveSubject(type, record.seq, receipt?.bytes) : null;
  if (proof !== null) return { proof };
  const place =
    record && hasContent(record.bytes, content) ? placeOfSubject(type, record.seq, receipt?.bytes) : null;
  if (place) {
    const reason = `In the log ${place.origin}, entry ${place.index}. Only the way it is written was changed since.`;
    return { passed: true, reason };
  }
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
  return question.about === 'status' ? statusAt(question) : proofOf(question);
}
