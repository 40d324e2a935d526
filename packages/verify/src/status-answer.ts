import { issuerOf, validityOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { assertionKey, endOfKey } from './did.ts';
import { isObject, type JsonObject } from './json.ts';
import { purposeOf, readStatus, type StatusEntry, type StatusPurpose } from './status-list.ts';
import { minuteOf } from './texts.ts';
import type { StatusAnswer } from './trust.ts';

/** A list from a clock that is this much ahead is still accepted. */
const CLOCK_SKEW_MS = 5 * 60_000;

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** Until when a list is valid, in ms, or NaN: by its own end, or else by its ttl, which is in milliseconds. */
function endOf(list: JsonObject): number {
  const { from, until } = validityOf(list);
  if (until !== undefined) return timeOf(until);
  const ttl = isObject(list.credentialSubject) ? list.credentialSubject.ttl : undefined;
  return typeof ttl === 'number' ? timeOf(from) + ttl : Number.NaN;
}

/** When a list is read, and whether it was kept since it was published. */
export type ListAge = { now: number; isKept: boolean };

const NAMES: Record<StatusPurpose, string> = {
  revocation: 'The list of revoked certificates',
  suspension: 'The list of suspended certificates',
};
export const nameOfList = (entry: StatusEntry) => NAMES[purposeOf(entry)];

/** What makes a signed list unusable at this time, or null. One that was just published need not say until when it is valid. */
function staleness(list: JsonObject, { now, isKept }: ListAge): string | null {
  const [made, until] = [timeOf(validityOf(list).from), endOf(list)];
  if (made > now + CLOCK_SKEW_MS) return `is dated ${minuteOf(made)}.`;
  if (until >= now || (validityOf(list).until === undefined && !isKept)) return null;
  return Number.isNaN(until)
    ? 'does not say until when it is valid.'
    : `is too old: it was valid until ${minuteOf(until)}.`;
}

/**
 * The key of a DID document that signed a list, or null. The time of the signature is unknown, so a key that
 * has ended is refused.
 * @param document of the issuer
 */
export function keyOfList(
  list: JsonObject,
  document: JsonObject | undefined,
  now: number,
): Uint8Array | null {
  const [did, method] = [issuerOf(list), proofOf(list)?.verificationMethod];
  if (did === null || method === undefined || document?.id !== did) return null;
  return endOfKey(document, did, method, now) ? null : assertionKey(document, did, method);
}

/**
 * Whether a certificate is revoked or suspended, from a status list that its issuer signed and that is not too old.
 * @param key of the list's signer, who must be the issuer
 */
export async function readSignedStatus(
  document: JsonObject,
  entry: StatusEntry,
  key: Uint8Array | null,
  age: ListAge,
): Promise<StatusAnswer> {
  const proof = proofOf(document);
  const isSigned = key && proof && (await verifyProof(document, proof, key).catch(() => false));
  const purpose = purposeOf(entry);
  if (!isSigned) {
    return { reason: `${nameOfList(entry)} is not signed by the issuer with a key that is valid.` };
  }
  const revoked = document.id === entry.list ? readStatus(document, entry.index, purpose) : null;
  if (revoked === null) return { reason: `${nameOfList(entry)} is another one, too short or malformed.` };
  // A revocation is final, so an old list proves it too. A suspension may have ended since.
  const reason = revoked && purpose === 'revocation' ? null : staleness(document, age);
  if (reason !== null) return { reason: `${nameOfList(entry)} ${reason}` };
  const made = timeOf(validityOf(document).from);
  return Number.isNaN(made) ? { revoked } : { revoked, asOf: made };
}
