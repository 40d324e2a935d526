import { didDocument, keyOfDidKey } from './did.ts';
import type { JsonObject } from './json.ts';
import type { VerifierKey } from './note.ts';
import { keyOfList, readSignedStatus } from './status-answer.ts';
import type { KnownIssuer, StatusAnswer, Trust } from './trust.ts';
import type { TrustList } from './trust-list.ts';

/** What somebody who checks without any connection relies on. Nothing is trusted that is not here. */
export type OfflinePins = {
  logKey: VerifierKey | null;
  did: string | null;
  list: TrustList | null;
  statusList: JsonObject | null;
};

const OFFLINE =
  'Offline: the issuer’s keys cannot be fetched. Give its did:key, a list of issuers or the log’s key.';

function findIssuer(asked: string, { logKey, did, list }: OfflinePins): ReturnType<Trust['findIssuer']> {
  const listed = list?.issuers.get(asked);
  if (listed) return Promise.resolve(listed);
  if ((did !== null && did !== asked) || (did === null && list)) return Promise.resolve(undefined);
  const known: KnownIssuer | null = keyOfDidKey(asked) && {
    document: didDocument(asked, [asked.slice('did:key:'.length)]),
    name: asked,
    approvedSince: null,
    ...(did === null && { isUnpinned: true }),
  };
  if (known && (did !== null || !logKey)) return Promise.resolve(known);
  return Promise.resolve({ reason: OFFLINE });
}

async function findStatus(
  pins: OfflinePins,
  entry: Parameters<Trust['findStatus']>[0],
  issuer: KnownIssuer | undefined,
  now: number,
): Promise<StatusAnswer> {
  const { statusList: list } = pins;
  if (!list) return { reason: `Offline: the revocation cannot be checked without the list ${entry.list}.` };
  return readSignedStatus(list, entry, keyOfList(list, issuer?.document, now), now);
}

/** Trust without any connection. */
export const offlineTrust = (pins: OfflinePins, now: number): Trust => ({
  findIssuer: (asked) => findIssuer(asked, pins),
  logKeys: pins.logKey ? [pins.logKey] : [],
  logVouchesForIssuer: !pins.list || pins.did !== null,
  findStatus: (entry, issuer) => findStatus(pins, entry, issuer, now),
  now,
});
