import type { Signer } from './check-signature.ts';
import { proofOf } from './data-integrity.ts';
import type { KeyEnd } from './did.ts';
import { type Check, check, type FileContents } from './report.ts';
import { dayOf, say, sentences } from './texts.ts';

// A key that was replaced or that leaked may have made any signature since. Only the log shows which
// signatures are older.

/** The ends of the keys that signed the credential and the manifest of a file. */
export type KeyEnds = { credential: KeyEnd | null; shown: KeyEnd | null };

export function endsOf({ manifest }: FileContents, { endOf, methods }: Signer): KeyEnds {
  const of = (method: string | undefined) => (method === undefined ? null : endOf(method));
  const ends = methods.map(of).filter((end) => end !== null);
  return {
    credential: ends.sort((one, other) => one.at - other.at)[0] ?? null,
    shown: of(manifest ? proofOf(manifest.document)?.verificationMethod : undefined),
  };
}

/** Whether the file counts only with a log proof. */
export const needsLog = ({ credential, shown }: KeyEnds) => credential !== null || shown !== null;

/** Whether a key ended from one time on and before another, so that it matters when the log got the file. */
export const endsWithin = ({ credential, shown }: KeyEnds, from: number, to: number): boolean =>
  [credential, shown].some((end) => end !== null && end.at >= from && end.at < to);

/** Why a file without a log proof cannot be genuine. */
export const missingProof = ({ credential, shown }: KeyEnds): string | null => {
  const end = credential ?? shown;
  if (!end) return null;
  return say(end.word === 'revoked' ? 'noProofKeyRevoked' : 'noProofKeyExpired', { date: dayOf(end.at) });
};

export type Judged = { issuer: Check; shown: Check };

/**
 * Refuses signatures that a key made after its end, by the log's time.
 * @param loggedAt when the log got the credential, in ms; null if the log does not say so
 */
export function judgeEnds(ends: KeyEnds, loggedAt: number | null, { issuer, shown }: Judged): Judged {
  const isLate = (end: KeyEnd | null): end is KeyEnd =>
    end !== null && loggedAt !== null && loggedAt > end.at;
  const since = loggedAt === null ? null : say('loggedOnlySince', { date: dayOf(loggedAt) });
  if (isLate(ends.credential) && issuer.passed !== false) {
    const { at, word } = ends.credential;
    const ended = say(word === 'revoked' ? 'keyRevoked' : 'keyExpired', { date: dayOf(at) });
    return { issuer: check('issuer', false, sentences(ended, since)), shown };
  }
  if (isLate(ends.shown) && shown.passed) {
    const { at, word } = ends.shown;
    const ended = say(word === 'revoked' ? 'statementKeyRevoked' : 'statementKeyExpired', {
      date: dayOf(at),
    });
    return { issuer, shown: check('file', false, sentences(ended, since, say('notTheIssuedFile'))) };
  }
  if (ends.shown?.word !== 'revoked' || !shown.passed) return { issuer, shown };
  const hint = say('statementKeyRevokedSince', { date: dayOf(ends.shown.at) });
  return { issuer, shown: { ...shown, message: sentences(shown.message, hint) } };
}
