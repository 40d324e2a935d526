import type { JsonObject } from './json.ts';
import type { LogAnswer } from './later-logs.ts';
import type { ProvenPlace } from './log-entry.ts';
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
