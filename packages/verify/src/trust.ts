import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { didHost, keyOfDidKey } from './did.ts';
import { asList, asText, isObject, type JsonObject, parseJsonObject } from './json.ts';
import type { LogAnswer } from './later-logs.ts';
import type { ProvenPlace } from './log-entry.ts';
import { parseMultikey } from './multibase.ts';
import type { VerifierKey } from './note.ts';
import type { StatusEntry } from './status-list.ts';

/** A known issuer: its DID document and, if known, the day of its approval (YYYY-MM-DD). */
export type KnownIssuer = {
  document: JsonObject;
  name: string;
  approvedSince: string | null;
  /** False when the site approves issuers without a review, and nobody has reviewed this one. */
  isReviewed?: boolean;
  /** Set when the key comes from the issuer's own site, and the reader has not pinned the issuer. */
  isUnpinned?: boolean;
  /** Set for an issuer of a Certrace site, whose PDFs and PNGs all state what they show. */
  isOfCertrace?: boolean;
  /** A sentence about its present status, for example that it is suspended. */
  standing?: string;
};
/**
 * For an entry about a suspension, `revoked` says whether it is suspended. `on` is the day of the revocation (YYYY-MM-DD), `replacedBy` the ID of the certificate that replaces it, and `asOf` says when the
 * list was made, in ms UTC, if known.
 */
export type StatusAnswer =
  | { revoked: boolean; on?: string; replacedBy?: string; asOf?: number }
  | { reason: string };
/** A log proof, or the result of the check without one, for example false when the log does not contain the document. */
export type ProofAnswer =
  | { proof: string }
  /** `time` is when the log got the document, if it has it. */
  | { passed: boolean | null; reason: string; time?: string };

/** The sources that a check relies on. It uses no others. */
export type Trust = {
  /** Finds an issuer by its DID. Undefined when it is unknown, and a reason when the search was impossible. */
  findIssuer: (did: string) => Promise<KnownIssuer | { reason: string } | undefined>;
  /** Keys of the logs that a file must be in. Without any, a log proof is not required. */
  logKeys: VerifierKey[];
  /**
   * When enough witnesses had cosigned a checkpoint, in ms; null when too few have, and 0 when none need to. Set if a policy is
   * given.
   */
  witnessedAt?: (checkpoint: string) => number | null;
  /**
   * Looks for an entry in the logs themselves, because the holder of a log's key can sign another tree. Null
   * when none of the logs is or continues the log of the proof.
   */
  askLogs?: (place: ProvenPlace) => Promise<LogAnswer | null>;
  /** Keys of witnesses whose cosignatures in a log proof are accepted. */
  witnessKeys?: VerifierKey[];
  /**
   * SHA-256 in hexadecimal of the certificates that signed the PDFs of this site, for PDFs whose manifest names none. Undefined
   * elsewhere, where such a signature cannot be judged.
   */
  signingCertificates?: ReadonlySet<string>;
  /** Whether a log entry proves that its signer was an issuer. Set if a log's key but no policy and no issuer is given. */
  logVouchesForIssuer?: boolean;
  /** Finds the state that an entry is about. Only called when signature and issuer passed. */
  findStatus: (
    entry: StatusEntry,
    issuer: KnownIssuer | undefined,
    document: JsonObject,
  ) => Promise<StatusAnswer>;
  /** Finds the log proof of a file without one. Only called for a known issuer. */
  findLogProof?: (credential: Uint8Array, document: JsonObject) => Promise<ProofAnswer>;
  /** Set if a file may be genuine although its revocation could not be checked. */
  acceptsUnknownRevocation?: boolean;
  now: number;
};

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
