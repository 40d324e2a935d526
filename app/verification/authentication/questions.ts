import type { KnownIssuer, ProofAnswer, ProvenPlace, StatusAnswer, StatusEntry } from '@certrace/verify';

/** Questions of the thread that checks a file to the thread with the database. */
export type Question =
  | { about: 'issuer'; did: string }
  | { about: 'status'; entry: StatusEntry; id: string | null }
  /**
   * `hash` is the hash of the document's bytes, `content` that of its canonical JSON. `status` or `id` identify its log entry.
   */
  | { about: 'proof'; hash: string; content: string; status: StatusEntry | null; id: string | null }
  | { about: 'place'; place: ProvenPlace };

/**
 * Whether the log has an entry. `latestBefore` is the latest time of some entries before it, in ms, and `checkpoint` one that witnesses
 * cosigned.
 */
export type PlaceAnswer =
  | { passed: true; latestBefore: number; checkpoint: string | null }
  | { passed: false; reason: string }
  | { passed: null; reason: string; isAsked: true };

export type Answers = {
  issuer: KnownIssuer | undefined;
  status: StatusAnswer;
  proof: ProofAnswer;
  place: PlaceAnswer;
};
