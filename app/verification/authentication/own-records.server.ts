import {
  canonicalJson,
  type KnownIssuer,
  MAX_TIME_GAP_MS,
  type ProofAnswer,
  type ProvenPlace,
  parseJsonObject,
  type StatusAnswer,
  type StatusEntry,
  sha256,
} from '@certrace/verify';
import { eq } from 'drizzle-orm';
import { replacedBy } from '#app/certificates/certificate.server.ts';
import { erasedTexts } from '#app/certificates/managed-certificate.server.ts';
import { doubtOfRevocation } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { env } from '#app/config/env.server.ts';
import { credentialAt } from '#app/credentials/certificate-credential.server.ts';
import { knownIssuer } from '#app/credentials/known-issuer.server.ts';
import {
  findInTree,
  latestBefore,
  mayHaveLostEntries,
  placeOfSubject,
  proveSubject,
  vouchingCheckpointOf,
} from '#app/log/prove-entry.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { receiptDocumentOf } from '#app/verification/receipt-document.server.ts';
import { db, preparedValue } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { t } from '#messages';

/** Questions of the thread that checks a file to the thread with the database. */
export type Question =
  | { about: 'issuer'; did: string }
  | { about: 'status'; entry: StatusEntry; id: string | null }
  /**
   * `hash` is the hash of the document's bytes, `content` that of its canonical JSON. `status` or `id` identify its log entry.
   */
  | { about: 'proof'; hash: string; content: string; status: StatusEntry | null; id: string | null }
  | { about: 'place'; place: ProvenPlace };

/**
 * Whether the log has an entry. `latestBefore` is the latest time of some entries before it, in ms, and `checkpoint` one that witnesses
 * cosigned.
 */
export type PlaceAnswer =
  | { passed: true; latestBefore: number; checkpoint: string | null }
  | { passed: false; reason: string }
  | { passed: null; reason: string; isAsked: true };

export type Answers = {
  issuer: KnownIssuer | undefined;
  status: StatusAnswer;
  proof: ProofAnswer;
  place: PlaceAnswer;
};

/** Why a file cannot be checked that was issued after the backup that was restored. */
export const lostTexts = () => t('ownRecords.thisSiteNoLongerHas');
const neverIssued = () => t('ownRecords.thisSiteNeverIssuedIt');

const loggedRevocation = preparedValue<number>(
  "select 1 from log_entries where subject = ? and type = 'revoke'",
);
const uniqueIdOf = preparedValue<string>('select unique_id from certificates where seq = ?');

/** A credential with the longest names has 8 KB. */
const MAX_CREDENTIAL_BYTES = 1_048_576;

/** Why nothing can be compared with a stored credential: its holder was erased, or it is damaged. Null if it can be read. */
function unreadable({ bytes }: { bytes: Buffer }): string | null {
  if (bytes.length === 0) return erasedTexts();
  const isDamaged = typeof parseJsonObject(bytes, MAX_CREDENTIAL_BYTES) === 'string';
  return isDamaged ? t('signedRecord.siteIsCheckingThisCertificate') : null;
}

/**
 * Finds a certificate by its index in one of this site's status lists. Ignores the host of the list's URL.
 * Compares the credential's ID too, because after a restore another certificate may have the index of a lost
 * one.
 */
export function recordAt({ list, index }: StatusEntry, id: string | null) {
  const number = /\/credentials\/status\/([1-9]\d{0,9})$/.exec(list)?.[1];
  const record = number === undefined ? undefined : credentialAt(Number(number), index);
  if (!record || id === null) return undefined;
  const isSame = unreadable(record)
    ? id.endsWith(`/certificates/${formatUniqueId(uniqueIdOf().get(record.seq) ?? '')}.json`)
    : JSON.parse(record.bytes.toString()).id === id;
  return isSame ? record : undefined;
}

function statusAt({ entry, id }: Extract<Question, { about: 'status' }>): StatusAnswer {
  const record = recordAt(entry, id);
  if (!record) return { reason: mayHaveLostEntries() ? lostTexts() : neverIssued() };
  const certificate = db()
    .select({ id: certificates.id, revokedAt: certificateRevocations.revokedAt, replacedBy })
    .from(certificates)
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .where(eq(certificates.seq, record.seq))
    .get();
  const doubt = certificate ? doubtOfRevocation(certificate.id) : null;
  if (doubt !== null) return { reason: doubt };
  // The list at this entry's address is made from the same records whenever it is fetched.
  const asOf = now();
  if (typeof certificate?.revokedAt !== 'number') {
    // A certificate of an erased holder is not compared with its documents, so its revocation is read from the log.
    const isLogged = loggedRevocation().get(record.seq) !== undefined;
    return isLogged ? { reason: t('signedRecord.siteIsCheckingThisCertificate') } : { revoked: false, asOf };
  }
  return {
    revoked: true,
    on: new Date(certificate.revokedAt).toISOString().slice(0, 10),
    ...(certificate.replacedBy !== null && { replacedBy: formatUniqueId(certificate.replacedBy) }),
    asOf,
  };
}

const hexHash = (content: Uint8Array | string) => Buffer.from(sha256(content)).toString('hex');

/** Whether the canonical JSON of a record has this hash. White space and key order do not count. */
const hasContent = (bytes: Buffer, content: string) =>
  hexHash(canonicalJson(JSON.parse(bytes.toString()))) === content;

function proofOf({ hash, content, status, id }: Extract<Question, { about: 'proof' }>): ProofAnswer {
  const [, paymentId] = /^urn:uuid:([0-9a-f-]{36})$/.exec(id ?? '') ?? [];
  const receipt = paymentId === undefined ? undefined : receiptDocumentOf(paymentId);
  const record = receipt ?? (status ? recordAt(status, id) : undefined);
  const reason = record && !receipt ? unreadable(record) : null;
  if (reason !== null) return { passed: null, reason };
  const type = receipt ? 'verify' : 'issue';
  const proof =
    record && hexHash(record.bytes) === hash ? proveSubject(type, record.seq, receipt?.bytes) : null;
  if (proof !== null) return { proof };
  const place =
    record && hasContent(record.bytes, content) ? placeOfSubject(type, record.seq, receipt?.bytes) : null;
  if (place?.time !== undefined && isDatedBack(place.time, latestBefore(place))) {
    return { passed: null, reason: t('ownRecords.theLogHasAnEntryBefore') };
  }
  if (place && env().logQuorum !== null && vouchingCheckpointOf(place) === null) return tooFewWitnesses();
  if (place) {
    const reason = t('ownRecords.inTheLogOriginEntryIndex', { origin: place.origin, index: place.index });
    return { passed: true, reason, ...(place.time !== undefined && { time: place.time }) };
  }
  // The entry's document was lost, so it may have been this one.
  if (mayHaveLostEntries()) return { passed: null, reason: lostTexts() };
  return {
    passed: false,
    reason: t('ownRecords.neverissuedItIsNotIn', { neverIssued: neverIssued() }),
  };
}

const tooFewWitnesses = () => ({
  passed: null,
  reason: t('ownRecords.tooFewWitnessesHaveCosignedThis'),
});

/** Whether an entry's time is much earlier than that of an entry before it. */
const isDatedBack = (time: string, latest: number) => latest - Date.parse(time) > MAX_TIME_GAP_MS;

const notLogged = () => t('ownRecords.itIsNotInTheLog');

function comparePlace(place: ProvenPlace): PlaceAnswer {
  const found = findInTree(place);
  if (found === 'lost') return { passed: null, reason: lostTexts(), isAsked: true };
  if (found === 'other') return { passed: false, reason: notLogged() };
  const checkpoint = vouchingCheckpointOf(place);
  if (checkpoint === null && env().logQuorum !== null) return { ...tooFewWitnesses(), isAsked: true };
  return { passed: true, latestBefore: latestBefore(place), checkpoint };
}

/** Answers a question of the file check from the database. */
export function answerQuestion(question: Question): Answers[Question['about']] {
  if (question.about === 'place') return comparePlace(question.place);
  if (question.about === 'issuer') return knownIssuer(question.did);
  return question.about === 'status' ? statusAt(question) : proofOf(question);
}
