import { asList, isObject, type JsonObject } from './json.ts';
import { parseMultikey } from './multibase.ts';

/** The public key in a did:key of an Ed25519 key, or null. */
export const keyOfDidKey = (did: string): Uint8Array | null =>
  did.startsWith('did:key:') ? parseMultikey(did.slice(8)) : null;

/** The verification method of a did:key, which has only one key. */
export const didKeyMethod = (did: string) => `${did}#${did.slice('did:key:'.length)}`;

/** URL of a did:web's document (did:web section 3.2), or null for another DID. */
export function didWebUrl(did: string): string | null {
  const match = /^did:web:([A-Za-z0-9.-]+(?:%3A\d{1,5})?)((?::[A-Za-z0-9._-]+)*)$/.exec(did);
  if (!match) return null;
  const host = (match[1] ?? '').replace('%3A', ':');
  const path = (match[2] ?? '').replaceAll(':', '/');
  return `https://${host}${path || '/.well-known'}/did.json`;
}

/** The host of a did:web, with its port. Null for another DID. */
export function didHost(did: string): string | null {
  const url = didWebUrl(did);
  return url && new URL(url).host;
}

/** A DID document whose keys make assertions (DID Core 1.0). Includes retired keys, so that old proofs stay valid. */
export function didDocument(did: string, keys: string[]): JsonObject {
  const methods = keys.map((multikey) => ({
    id: `${did}#${multikey}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: multikey,
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

/** The raw key that a DID document allows for assertions under a verification method's id, or null. */
export function assertionKey(document: JsonObject, did: string, method: string): Uint8Array | null {
  if (document.id !== did) return null;
  const allowed = asList(document.assertionMethod).some(
    (entry) => entry === method || (isObject(entry) && entry.id === method),
  );
  if (!allowed) return null;
  for (const entry of [...asList(document.verificationMethod), ...asList(document.assertionMethod)]) {
    if (!isObject(entry) || entry.id !== method || entry.controller !== did) continue;
    if (typeof entry.publicKeyMultibase === 'string') return parseMultikey(entry.publicKeyMultibase);
  }
  return null;
}
