import { asList, isObject, type JsonObject, parseJsonObject } from './json.ts';
import { parseMultikey } from './multibase.ts';
import { keyOfJwk } from './public-key.ts';

/** More than any issuer has at a time. */
const MAX_METHODS = 1_000;

/** The raw public key in a did:key, or null. */
export const keyOfDidKey = (did: string): Uint8Array | null =>
  did.startsWith('did:key:') ? parseMultikey(did.slice(8)) : null;

/** Longer than the JWK of a key that badges are signed with. */
const MAX_JWK_BYTES = 4_096;

/** The JWK in a did:jwk, or null. */
function jwkOfDid(did: string): JsonObject | null {
  const [, encoded] = /^did:jwk:([\w-]+)$/.exec(did) ?? [];
  // Node's base64 accepts the letters of base64url too, and that of the browser knows no base64url.
  const jwk = parseJsonObject(Buffer.from(encoded ?? '', 'base64'), MAX_JWK_BYTES);
  return typeof jwk === 'string' ? null : jwk;
}

/** The raw public key of a DID that contains its only key, a did:key or did:jwk. Null for other DIDs. */
export const keyOfDid = (did: string): Uint8Array | null => keyOfDidKey(did) ?? keyOfJwk(jwkOfDid(did) ?? {});

/** The document of a DID that contains its only key. Null for other DIDs. */
export function documentOfDid(did: string): JsonObject | null {
  if (!keyOfDid(did)) return null;
  if (keyOfDidKey(did)) return didDocument(did, [did.slice('did:key:'.length)]);
  const id = `${did}#0`;
  const method = { id, type: 'JsonWebKey', controller: did, publicKeyJwk: jwkOfDid(did) };
  return { id: did, verificationMethod: [method], assertionMethod: [id] };
}

/** The verification method of a did:key, which has only one key. */
export const didKeyMethod = (did: string) => `${did}#${did.slice('did:key:'.length)}`;

/**
 * URL of a did:web's document (did:web section 3.2). Null for another DID, and for one that names no host or climbs out of its path, so
 * that two DIDs never have one document.
 */
export function didWebUrl(did: string): string | null {
  const match = /^did:web:([A-Za-z0-9.-]+(?:%3A\d{1,5})?)((?::[A-Za-z0-9._-]+)*)$/.exec(did);
  if (!match) return null;
  const host = (match[1] ?? '').replace('%3A', ':');
  const path = `${(match[2] ?? '').replaceAll(':', '/') || '/.well-known'}/did.json`;
  const url = `https://${host}${path}`;
  return URL.canParse(url) && new URL(url).pathname === path ? url : null;
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

/** The absolute form of a verification method's id, which may be a fragment alone (DID Core 1.0 section 3.2.2). */
export const absoluteMethod = (did: string, id: unknown): unknown =>
  typeof id === 'string' && id.startsWith('#') ? `${did}${id}` : id;

/** The verification methods of a DID document with this id. */
const methodsOf = ({ verificationMethod, assertionMethod }: JsonObject, did: string, method: string) =>
  [...asList(verificationMethod), ...asList(assertionMethod)]
    .filter(isObject)
    .filter(({ id, controller }) => absoluteMethod(did, id) === method && controller === did);

function keyOfMethod({ publicKeyMultibase, publicKeyJwk }: JsonObject): Uint8Array | null {
  if (typeof publicKeyMultibase === 'string') return parseMultikey(publicKeyMultibase);
  return isObject(publicKeyJwk) ? keyOfJwk(publicKeyJwk) : null;
}

/** The raw key that a DID document allows for assertions under a verification method's id, or null. */
export function assertionKey(document: JsonObject, did: string, method: string): Uint8Array | null {
  if (document.id !== did || !assertionMethods(document, did).includes(method)) return null;
  const [key] = methodsOf(document, did, method)
    .map(keyOfMethod)
    .filter((key) => key !== null);
  return key ?? null;
}

/** The ids of the verification methods that a DID document allows for assertions. */
export const assertionMethods = ({ assertionMethod }: JsonObject, did: string): string[] =>
  asList(assertionMethod)
    .slice(0, MAX_METHODS)
    .map((entry) => absoluteMethod(did, isObject(entry) ? entry.id : entry))
    .filter((id) => typeof id === 'string');

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
