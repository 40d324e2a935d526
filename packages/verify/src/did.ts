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

/** A public key, with the time from which it signs nothing more (as in `2026-01-31T12:00:00.000Z`), if that has come. */
export type DidKey = { multikey: string; expires?: string; revoked?: string };

/**
 * A DID document whose keys make assertions (DID Core 1.0, Controlled Identifiers 1.0). Includes keys that have ended, so that what
 * a log had before stays verifiable.
 */
export function didDocument(did: string, keys: (string | DidKey)[]): JsonObject {
  const methods = keys.map((key) => {
    const { multikey, ...ends } = typeof key === 'string' ? { multikey: key } : key;
    return {
      id: `${did}#${multikey}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey,
      ...ends,
    };
  });
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

/** The verification methods of a DID document with this id. */
const methodsOf = ({ verificationMethod, assertionMethod }: JsonObject, did: string, method: string) =>
  [...asList(verificationMethod), ...asList(assertionMethod)]
    .filter(isObject)
    .filter(({ id, controller }) => id === method && controller === did);

/** The raw key that a DID document allows for assertions under a verification method's id, or null. */
export function assertionKey(document: JsonObject, did: string, method: string): Uint8Array | null {
  if (document.id !== did) return null;
  const allowed = asList(document.assertionMethod).some(
    (entry) => entry === method || (isObject(entry) && entry.id === method),
  );
  if (!allowed) return null;
  const text = methodsOf(document, did, method)
    .map(({ publicKeyMultibase }) => publicKeyMultibase)
    .find((key) => typeof key === 'string');
  return text === undefined ? null : parseMultikey(text);
}

/** The time from which a key signs nothing more, in ms, and why. */
export type KeyEnd = { at: number; word: 'expired' | 'revoked' };

/** Whether a key of a DID document has ended. A date that cannot be read has passed. Null for a key that may sign. */
export function endOfKey(document: JsonObject, did: string, method: string, now: number): KeyEnd | null {
  const ends = methodsOf(document, did, method).flatMap(({ revoked, expires }): KeyEnd[] => [
    ...(revoked === undefined ? [] : [{ at: timeOf(revoked), word: 'revoked' as const }]),
    ...(expires === undefined ? [] : [{ at: timeOf(expires), word: 'expired' as const }]),
  ]);
  const [first] = ends.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  return first ?? null;
}

function timeOf(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}
