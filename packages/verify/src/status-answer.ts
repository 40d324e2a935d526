import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { assertionKey, endOfKey } from './did.ts';
import type { JsonObject } from './json.ts';
import { readStatus, type StatusEntry } from './status-list.ts';
import type { StatusAnswer } from './trust.ts';

/** A list from a clock that is this much ahead is still accepted. */
const CLOCK_SKEW_MS = 5 * 60_000;

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const textOf = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Why a signed list cannot be used at this time, or null. Foreign lists need not say until when they are valid. */
function staleness({ validFrom, validUntil }: JsonObject, now: number): string | null {
  const [from, until] = [timeOf(validFrom), timeOf(validUntil)];
  if (from > now + CLOCK_SKEW_MS) return `The list of revoked certificates is dated ${textOf(from)}.`;
  if (validUntil === undefined || until >= now) return null;
  return Number.isNaN(until)
    ? 'The list of revoked certificates has an invalid validUntil.'
    : `The list of revoked certificates is too old: it was valid until ${textOf(until)}.`;
}

/**
 * The key of a DID document that signed a list, or null. Nothing tells when a list was signed, so a key that has ended signs none.
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
 * Whether a certificate is revoked, from a status list that its issuer signed and that is not too old.
 * @param key of the list's signer, who must be the issuer
 */
export async function readSignedStatus(
  document: JsonObject,
  { list, index }: StatusEntry,
  key: Uint8Array | null,
  now: number,
): Promise<StatusAnswer> {
  const proof = proofOf(document);
  const isSigned = key && proof && (await verifyProof(document, proof, key).catch(() => false));
  const revoked = isSigned && document.id === list ? readStatus(document, index) : null;
  if (revoked === null) {
    return {
      reason: 'The list of revoked certificates is not signed by the issuer with a key that is valid.',
    };
  }
  // A revocation is final, so an old list proves it too.
  const reason = revoked ? null : staleness(document, now);
  if (reason !== null) return { reason };
  const made = timeOf(document.validFrom);
  return Number.isNaN(made) ? { revoked } : { revoked, asOf: textOf(made) };
}
