import { readFileSync } from 'node:fs';
import { issuerOf } from './credential.ts';
import { assertionKey, didDocument, didHost, didWebUrl, endOfKey, keyOfDidKey } from './did.ts';
import { asText, type JsonObject, parseJsonObject } from './json.ts';
import { readBounded } from './log-reader.ts';
import type { VerifierKey } from './note.ts';
import { keyOfList, readSignedStatus } from './status-answer.ts';
import type { StatusEntry } from './status-list.ts';
import type { KnownIssuer, StatusAnswer, Trust } from './trust.ts';
import type { TrustList } from './trust-list.ts';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1_048_576;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Trust settings from the command line. */
export type Pinned = {
  logKeys: VerifierKey[];
  did: string | null;
  list?: TrustList | null;
  isOffline: boolean;
  /** Status lists that were given, used instead of those of the same address. */
  statusLists?: JsonObject[];
  acceptsUnknownRevocation?: boolean;
};

/** Fetches a JSON object. Returns an error message otherwise. */
async function fetchJson(address: string): Promise<JsonObject | string> {
  try {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))
      return `${address} is not an https address.`;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || !response.body) return `${url.host} answered ${response.status}.`;
    const bytes = await readBounded(response, MAX_ANSWER_BYTES);
    return bytes ? parseJsonObject(bytes, MAX_ANSWER_BYTES) : `The answer of ${url.host} is too long.`;
  } catch {
    return `${address.slice(0, 200)} cannot be reached.`;
  }
}

/** The DID document given as a file, or of a did:key. Null for another DID. */
function pinnedDocument(did: string): JsonObject | null {
  const key = keyOfDidKey(did);
  if (key) return didDocument(did, [did.slice('did:key:'.length)]);
  if (did.startsWith('did:')) return null;
  const document = parseJsonObject(readFileSync(did), MAX_ANSWER_BYTES);
  if (typeof document === 'string') throw new Error(`${did}: ${document}`);
  return document;
}

async function fetchIssuer(did: string, isOffline: boolean): Promise<KnownIssuer | { reason: string }> {
  const url = didWebUrl(did);
  if (!url) return { reason: 'Its key does not identify the issuer. Give --did or --key.' };
  if (isOffline) return { reason: 'Offline: the issuer’s keys cannot be fetched. Give --did or --key.' };
  const document = await fetchJson(url);
  if (typeof document === 'string') return { reason: document };
  return { document, name: new URL(url).host, approvedSince: null };
}

/** The issuer's key that signed a list. Fetches the DID document again when the key is newer than the known ones. */
async function keyOfSigner(
  list: JsonObject,
  issuer: KnownIssuer | undefined,
  isOffline: boolean,
  now: number,
): Promise<Uint8Array | null> {
  const did = issuerOf(list);
  const key = keyOfList(list, issuer?.document, now);
  if (key || isOffline || did === null || issuer?.document.id !== did || !didWebUrl(did)) return key;
  const current = await fetchIssuer(did, false);
  return 'document' in current ? keyOfList(list, current.document, now) : null;
}

/** The revocation by the given list of this address, or else by the one that its host publishes. */
async function findStatus(
  { statusLists = [], isOffline }: Pinned,
  entry: StatusEntry,
  issuer: KnownIssuer | undefined,
  now: number,
): Promise<StatusAnswer> {
  const given = statusLists.find(({ id }) => id === entry.list);
  if (!given && isOffline) {
    return {
      reason: `Offline: the revocation cannot be checked without the list ${entry.list.slice(0, 200)}.`,
    };
  }
  const list = given ?? (await fetchJson(entry.list));
  if (typeof list === 'string') return { reason: `The list of revoked certificates: ${list}` };
  return readSignedStatus(list, entry, await keyOfSigner(list, issuer, isOffline, now), now);
}

/** A listed issuer, with its present keys if its host can be reached. */
async function listedIssuer(listed: KnownIssuer, did: string, isOffline: boolean): Promise<KnownIssuer> {
  const current = isOffline ? null : await fetchIssuer(did, isOffline);
  return current && 'document' in current ? { ...listed, document: current.document } : listed;
}

/**
 * Requires that a trust list's key is one of its site, if the site can be reached.
 * @throws Error when it is not
 */
export async function requireKeyOfSite({ did, method }: TrustList, now: number) {
  const site = didWebUrl(did) ? await fetchIssuer(did, false) : null;
  if (!site || !('document' in site)) return;
  const host = didHost(did);
  if (!assertionKey(site.document, did, method)) {
    throw new Error(`It is signed with a key that ${host} does not have.`);
  }
  const end = endOfKey(site.document, did, method, now);
  if (end) throw new Error(`It is signed with a key of ${host} that is ${end.word}. Get the list again.`);
}

/** What an issuer that nobody pinned says about itself. */
async function unpinnedIssuer(did: string, isOffline: boolean): Promise<KnownIssuer | { reason: string }> {
  const found = keyOfDidKey(did)
    ? { document: didDocument(did, [did.slice('did:key:'.length)]), name: did, approvedSince: null }
    : await fetchIssuer(did, isOffline);
  return 'document' in found ? { ...found, isUnpinned: true } : found;
}

/**
 * Trust for the command line: the given log keys, the given issuer, the issuers of the given list and, unless offline, documents from the hosts named in the
 * certificate.
 * @throws Error when the given DID document cannot be read
 */
export function trustOf(pins: Pinned, now: number): Trust {
  const { logKeys, did, list, isOffline, acceptsUnknownRevocation = false } = pins;
  const pinned = did === null ? null : pinnedDocument(did);
  const findIssuer: Trust['findIssuer'] = async (asked) => {
    if (pinned?.id === asked) {
      return { document: pinned, name: asText(pinned.name) ?? asked, approvedSince: null };
    }
    if (did === asked) return fetchIssuer(did, isOffline);
    const listed = list?.issuers.get(asked);
    if (listed) return listedIssuer(listed, asked, isOffline);
    if (did !== null || list) return undefined;
    if (logKeys.length > 0) return { reason: 'No issuer was given.' };
    return unpinnedIssuer(asked, isOffline);
  };
  return {
    findIssuer,
    logKeys,
    logVouchesForIssuer: did === null && !list,
    findStatus: (entry, issuer) => findStatus(pins, entry, issuer, now),
    acceptsUnknownRevocation,
    now,
  };
}
