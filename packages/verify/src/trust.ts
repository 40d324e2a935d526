import type { JsonObject } from './json.ts';
import type { VerifierKey } from './note.ts';
import type { StatusEntry } from './status-list.ts';

/** A known issuer: its DID document, and since when it is approved if that is known (YYYY-MM-DD). */
export type KnownIssuer = {
  document: JsonObject;
  name: string;
  approvedSince: string | null;
  /** A sentence about its present standing, as when it is suspended. */
  standing?: string;
};
/** `on` is the day of the revocation, where it is known (YYYY-MM-DD). */
export type StatusAnswer = { revoked: boolean; on?: string } | { reason: string };
/** A log proof; or the result without one, such as false when the log certainly lacks the document, and the reason. */
export type ProofAnswer = { proof: string } | { passed: boolean | null; reason: string };

/** Whom and what the check relies on. Nothing else is ever asked for. */
export type Trust = {
  /** A known issuer by its DID; undefined when it is not known; a reason when it could not be asked for. */
  findIssuer: (did: string) => Promise<KnownIssuer | { reason: string } | undefined>;
  logKeys: VerifierKey[];
  /** Whether an entry of the log counts as proof that its signer was an issuer: with a pinned log and no pinned issuer. */
  logVouchesForIssuer?: boolean;
  /** The revocation state; asked only once signature and issuer hold. */
  findStatus: (
    entry: StatusEntry,
    issuer: KnownIssuer | undefined,
    document: JsonObject,
  ) => Promise<StatusAnswer>;
  /** A log proof for a document that came without one; asked only for a known issuer's. */
  findLogProof?: (credential: Uint8Array, document: JsonObject) => Promise<ProofAnswer>;
  /** Milliseconds UTC. */
  now: number;
};
