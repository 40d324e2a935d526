import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { didHost, keyOfDidKey } from './did.ts';
import { asList, asText, isObject, type JsonObject, parseJsonObject } from './json.ts';
import { parseMultikey } from './multibase.ts';
import type { KnownIssuer } from './trust.ts';

const LIST_TYPE = 'ApprovedIssuers';
const MAX_LIST_BYTES = 10 * 1_048_576;

/** A site's signed list of issuers (`/.well-known/issuers.json`). `did` and `method` say who signed it. */
export type TrustList = { did: string; method: string; issuers: ReadonlyMap<string, KnownIssuer> };

/** A listed issuer by its DID. Null when the entry is malformed. */
function readIssuer(entry: unknown, listedBy: string): [did: string, issuer: KnownIssuer] | null {
  if (!isObject(entry) || !isObject(entry.document)) return null;
  const [did, name, since, decision] = [entry.did, entry.name, entry.since, entry.decision].map(asText);
  if (!did || !name || !since || !decision || entry.document.id !== did) return null;
  const listed = `${name} (${didHost(did) ?? did}; in the list of ${listedBy} since ${since.slice(0, 10)}: ${decision})`;
  return [did, { document: entry.document, name: listed, approvedSince: null, isOfCertrace: true }];
}

/** The key that a proof names: of a did:key, or else the end of the verification method's ID. */
const claimedKey = (did: string, method: string) =>
  method.startsWith(`${did}#`) ? (keyOfDidKey(did) ?? parseMultikey(method.slice(did.length + 1))) : null;

/**
 * Reads a trust list and verifies its proof with the key that it names. The reader decides whom to trust by
 * choosing the list; the proof shows that the list is unchanged.
 * @throws Error with the reason why the list cannot be used
 */
export async function readTrustList(bytes: Uint8Array): Promise<TrustList> {
  const list: JsonObject | string = parseJsonObject(bytes, MAX_LIST_BYTES);
  if (typeof list === 'string') throw new Error(list);
  const [did, proof] = [issuerOf(list), proofOf(list)];
  if (list.type !== LIST_TYPE || did === null || !Array.isArray(list.issuers)) {
    throw new Error('It is not a list of issuers.');
  }
  const key = proof?.cryptosuite === 'eddsa-jcs-2022' ? claimedKey(did, proof.verificationMethod) : null;
  if (!proof || !key) throw new Error('It is not signed by the site that it names.');
  if (!(await verifyProof(list, proof, key))) throw new Error('It was changed after it was signed.');
  const issuers = asList(list.issuers).map((entry) => readIssuer(entry, didHost(did) ?? did));
  return {
    did,
    method: proof.verificationMethod,
    issuers: new Map(issuers.filter((issuer) => issuer !== null)),
  };
}
