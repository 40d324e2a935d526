import { issuerOf } from './credential.ts';
import { didHost, didWebUrl, documentOfDid } from './did.ts';
import { asText, type JsonObject } from './json.ts';
import { askNoLogs, type PinnedLog } from './later-logs.ts';
import type { VerifierKey } from './note.ts';
import type { Policy } from './policy.ts';
import { keyOfList, nameOfList, readSignedStatus } from './status-answer.ts';
import { purposeOf, type StatusEntry } from './status-list.ts';
import type { KnownIssuer, StatusAnswer, Trust, TrustList } from './trust.ts';

/** What somebody who checks relies on. Nobody is trusted who is not here. */
export type Pins = {
  logKeys?: VerifierKey[];
  /** Logs and witnesses, instead of `logKeys`. */
  policy?: Policy | null;
  /** DIDs of issuers. */
  dids?: string[];
  /** DID documents of issuers. */
  documents?: JsonObject[];
  list?: TrustList | null;
  /** Status lists that were kept, used instead of those that their addresses publish. */
  statusLists?: JsonObject[];
  /** Set if a file may be genuine although its revocation could not be checked. */
  acceptsUnknownRevocation?: boolean;
};

/** The logs of which one must have a file. */
export const logsOf = ({ policy, logKeys = [] }: Pins): PinnedLog[] =>
  policy?.logs ?? logKeys.map((key) => ({ key }));

/** Whether a checkpoint has the cosignatures that somebody requires: without a policy, none. */
export const isWitnessedFor =
  ({ policy }: Pins) =>
  (checkpoint: string) =>
    policy?.isWitnessed(checkpoint) ?? true;

/** Fetches a JSON object. Returns a sentence that says why it could not. */
export type FetchJson = (address: string) => Promise<JsonObject | string>;

const NOT_FETCHED =
  'Offline: the issuer’s keys cannot be fetched. Give its DID document or a list of issuers.';

/** The issuer that a did:web publishes. `fetchJson` is null offline. */
export async function fetchIssuer(
  did: string,
  fetchJson: FetchJson | null,
): Promise<KnownIssuer | { reason: string }> {
  const url = didWebUrl(did);
  if (!url) {
    return { reason: 'Its key does not identify the issuer. Give its DID document or a list of issuers.' };
  }
  if (!fetchJson) return { reason: NOT_FETCHED };
  const document = await fetchJson(url);
  if (typeof document === 'string') return { reason: document };
  return { document, name: new URL(url).host, approvedSince: null };
}

/** An issuer by its DID alone: some contain their key, and others are fetched. */
async function issuerByDid(
  did: string,
  fetchJson: FetchJson | null,
): Promise<KnownIssuer | { reason: string }> {
  const document = documentOfDid(did);
  return document ? { document, name: did, approvedSince: null } : fetchIssuer(did, fetchJson);
}

/** A listed issuer, with its present keys if its host can be reached. */
async function listedIssuer(
  listed: KnownIssuer,
  did: string,
  fetchJson: FetchJson | null,
): Promise<KnownIssuer> {
  const current = fetchJson && (await fetchIssuer(did, fetchJson));
  return current && 'document' in current ? { ...listed, document: current.document } : listed;
}

async function findIssuer(
  { dids = [], documents = [], list }: Pins,
  did: string,
  fetchJson: FetchJson | null,
): Promise<KnownIssuer | { reason: string } | undefined> {
  const document = documents.find(({ id }) => id === did);
  if (document) return { document, name: asText(document.name) ?? did, approvedSince: null };
  const listed = list?.issuers.get(did);
  if (listed) return listedIssuer(listed, did, fetchJson);
  if (dids.includes(did)) return issuerByDid(did, fetchJson);
  if (dids.length + documents.length > 0 || list) return undefined;
  const found = await issuerByDid(did, fetchJson);
  return 'document' in found ? { ...found, isUnpinned: true } : found;
}

/** The issuer's key that signed a list. Fetches the DID document again when the key is newer than the known ones. */
async function keyOfSigner(
  list: JsonObject,
  issuer: KnownIssuer | undefined,
  now: number,
  fetchJson: FetchJson | null,
): Promise<Uint8Array | null> {
  const did = issuerOf(list);
  const key = keyOfList(list, issuer?.document, now);
  if (key || !fetchJson || did === null || issuer?.document.id !== did) return key;
  const current = await fetchIssuer(did, fetchJson);
  return 'document' in current ? keyOfList(list, current.document, now) : null;
}

/** The answer of the kept lists of this address: the newest one's. An older one may know of a revocation, which is final. */
function fromKept(answers: StatusAnswer[], entry: StatusEntry): StatusAnswer | undefined {
  const known = answers
    .filter((answer) => 'revoked' in answer)
    .sort((one, other) => (other.asOf ?? 0) - (one.asOf ?? 0));
  const final = purposeOf(entry) === 'revocation' ? known.find(({ revoked }) => revoked) : undefined;
  return final ?? known[0] ?? answers[0];
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether a list is fetched over https, or in development from the issuer's own address on this machine. */
function isSafeToFetch(list: string, issuer: KnownIssuer | undefined): boolean {
  if (!URL.canParse(list)) return false;
  const { protocol, hostname, host } = new URL(list);
  if (protocol === 'https:') return true;
  const did = issuer?.document.id;
  if (protocol !== 'http:' || !LOOPBACK.test(hostname) || typeof did !== 'string') return false;
  // A site at a loopback address without a certificate for https has issuers with a did:key.
  return didHost(did) === host || did.startsWith('did:key:');
}

async function findStatus(
  { statusLists = [] }: Pins,
  entry: StatusEntry,
  issuer: KnownIssuer | undefined,
  now: number,
  fetchJson: FetchJson | null,
): Promise<StatusAnswer> {
  const read = async (list: JsonObject, isKept: boolean) =>
    readSignedStatus(list, entry, await keyOfSigner(list, issuer, now, fetchJson), { now, isKept });
  const kept = statusLists.filter(({ id }) => id === entry.list);
  const answer = fromKept(await Promise.all(kept.map((list) => read(list, true))), entry);
  if (answer) return answer;
  if (fetchJson) {
    const list = isSafeToFetch(entry.list, issuer)
      ? await fetchJson(entry.list)
      : `${entry.list.slice(0, 200)} is not an https address.`;
    return typeof list === 'string' ? { reason: `${nameOfList(entry)}: ${list}` } : read(list, false);
  }
  return {
    reason: `Offline: the ${purposeOf(entry)} cannot be checked without the list ${entry.list.slice(0, 200)}.`,
  };
}

/** Trust in what somebody pins. @param fetchJson null without any connection */
export const pinnedTrust = (pins: Pins, now: number, fetchJson: FetchJson | null): Trust => ({
  findIssuer: (did) => findIssuer(pins, did, fetchJson),
  logKeys: logsOf(pins).map(({ key }) => key),
  ...(pins.policy && { witnessedAt: pins.policy.witnessedAt }),
  askLogs: async (place) => askNoLogs(place, logsOf(pins)),
  ...(pins.policy && { witnessKeys: pins.policy.witnessKeys }),
  // A reader who names issuers trusts no other issuers of the log. With a policy, the log's key alone must
  // not make an issuer.
  logVouchesForIssuer: !pins.policy && !pins.dids?.length && !pins.documents?.length && !pins.list,
  findStatus: (entry, issuer) => findStatus(pins, entry, issuer, now, fetchJson),
  acceptsUnknownRevocation: pins.acceptsUnknownRevocation ?? false,
  now,
});

/** Trust without any connection. */
export const offlineTrust = (pins: Pins, now: number): Trust => pinnedTrust(pins, now, null);
