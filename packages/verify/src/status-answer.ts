import { proofOf, verifyProof } from './data-integrity.ts';
import type { JsonObject } from './json.ts';
import { readStatus, type StatusEntry } from './status-list.ts';
import type { StatusAnswer } from './trust.ts';

/**
 * Whether a certificate is revoked, from a status list that its issuer signed.
 * @param key of the list's signer, who must be the issuer
 */
export async function readSignedStatus(
  document: JsonObject,
  { list, index }: StatusEntry,
  key: Uint8Array | null,
): Promise<StatusAnswer> {
  const proof = proofOf(document);
  const isSigned = key && proof && (await verifyProof(document, proof, key).catch(() => false));
  const revoked = isSigned && document.id === list ? readStatus(document, index) : null;
  return revoked === null
    ? { reason: 'The list of revoked certificates is not signed by the issuer.' }
    : { revoked };
}
