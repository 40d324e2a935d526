import type { KnownIssuer, ProofAnswer, StatusAnswer, StatusEntry } from '@certrace/verify';

/** What the thread that checks a file asks of the thread that has the database. */
export type Question =
  | { about: 'issuer'; did: string }
  | { about: 'status'; entry: StatusEntry; id: string | null }
  /** `hash` is that of the document's bytes, `content` of its canonical JSON; `status` or `id` say where it would be. */
  | { about: 'proof'; hash: string; content: string; status: StatusEntry | null; id: string | null };

export type Answers = { issuer: KnownIssuer | undefined; status: StatusAnswer; proof: ProofAnswer };
