import { isReceipt } from './credential.ts';
import { endsWithin, type KeyEnds, missingProof, needsLog } from './key-end.ts';
import type { LogAnswer } from './later-logs.ts';
import { isSignedByLog, type ProvenPlace, readLogProof } from './log-entry.ts';
import type { VerifierKey } from './note.ts';
import { cosigners } from './policy.ts';
import { type Check, check, type FileContents } from './report.ts';
import { listOf, minuteOf, say, sentences } from './texts.ts';
import type { ProofAnswer, Trust } from './trust.ts';

const noProof = (passed: false | null): ProofAnswer => ({ passed, reason: say('noProof') });

/** The log proof from the file or from `trust`. Required for a pinned log that cannot be searched. */
async function findProof(
  { proof, credential, document }: FileContents,
  isKnown: boolean,
  ends: KeyEnds,
  trust: Trust,
): Promise<ProofAnswer> {
  if (proof !== null) return { proof };
  if (trust.findLogProof) return isKnown ? trust.findLogProof(credential, document) : noProof(null);
  const missing = missingProof(ends);
  if (missing !== null) return { passed: false, reason: missing };
  return noProof(trust.logKeys.length > 0 ? false : null);
}

/**
 * How much older the time of an entry may be than other times tell: the clock of a log may be wrong, and its witnesses may not
 * answer.
 */
export const MAX_TIME_GAP_MS = 24 * 3_600_000;

/** When the log got an entry at the earliest, in ms. Or why the entry is not in a log that counts. */
type Placed =
  | { passed: true; since: number; checkpoint?: string | null; key?: VerifierKey | null }
  | { passed: false | null; reason: string };

/** An entry of a log proof: its place, the time that it claims in ms, and the checkpoint of the proof. */
type ClaimedEntry = { place: ProvenPlace; time: number; checkpoint: string; ends: KeyEnds };

/**
 * The time of an entry that a log has, by the times of the entries before it. The log's own key signs an entry with any time.
 * @param witnessedAt when witnesses saw the entry, in ms; 0 if that is not known
 */
async function dateEntry(
  { time, ends, place }: ClaimedEntry,
  witnessedAt: number,
  latestBefore: () => Promise<number>,
): Promise<Placed> {
  if (isConfirmed(time, witnessedAt, ends)) return { passed: true, since: time };
  try {
    const latest = await latestBefore();
    if (latest - time <= MAX_TIME_GAP_MS) return { passed: true, since: Math.max(time, latest) };
    const reason = say('entryDatedBack', {
      index: place.index,
      origin: place.origin,
      time: minuteOf(time),
      earlier: minuteOf(latest),
    });
    return { passed: null, reason };
  } catch (error) {
    return {
      passed: null,
      reason: sentences(say('logNotAsked'), error instanceof Error ? error.message : String(error)),
    };
  }
}

/** Whether the time at which witnesses saw an entry is near the time that it claims, and on the same side of the end of each key. */
const isConfirmed = (time: number, witnessedAt: number, ends: KeyEnds) =>
  witnessedAt > 0 && witnessedAt - time <= MAX_TIME_GAP_MS && !endsWithin(ends, time, witnessedAt);

/** A log proof without its log. Witnesses prove the time of the entry; otherwise only the key signed it. */
function placeByProof({ time, ends }: ClaimedEntry, witnessedAt: number): Placed {
  if (witnessedAt === 0 || isConfirmed(time, witnessedAt, ends)) return { passed: true, since: time };
  const reason = say('witnessedLate', { time: minuteOf(time), seen: minuteOf(witnessedAt) });
  return { passed: null, reason };
}

/** Why a proof does not count whose checkpoint nobody pinned has signed, or that too few witnesses have cosigned. */
const refusal = (isSigned: boolean): Placed =>
  isSigned
    ? { passed: null, reason: say('tooFewWitnesses') }
    : { passed: false, reason: say('proofNotSigned') };

/** Whether an entry is in a log that counts, and since when. */
async function placeEntry(claimed: ClaimedEntry, trust: Trust): Promise<Placed> {
  const { place, checkpoint } = claimed;
  const { logKeys, witnessedAt = () => 0 } = trust;
  if (logKeys.length === 0) return { passed: null, reason: say('noLogKey') };
  const isSigned = isSignedByLog(checkpoint, logKeys);
  // A log that is pinned signs its own proofs.
  if (!isSigned && logKeys.some(({ name }) => name === place.origin)) return refusal(false);
  const seen = isSigned ? witnessedAt(checkpoint) : null;
  const answer: LogAnswer | null = (await trust.askLogs?.(place)) ?? null;
  if (answer?.passed) {
    const dated = await dateEntry(claimed, seen ?? 0, answer.latestBefore);
    return dated.passed ? { ...dated, checkpoint: answer.checkpoint, key: answer.key ?? null } : dated;
  }
  if (answer?.passed === false || answer?.isAsked) return answer;
  if (seen === null) return answer ?? refusal(isSigned);
  return placeByProof(claimed, seen);
}

/** Which known witnesses cosigned the first of these checkpoints that has a cosignature. */
function describeWitnesses(checkpoints: (string | null | undefined)[], { witnessKeys = [] }: Trust) {
  const names = checkpoints
    .map((checkpoint) => cosigners(checkpoint ?? '', witnessKeys).map(({ key }) => key.name))
    .find(({ length }) => length > 0);
  return names ? say('cosigned', { names: listOf(names, 'and') }) : null;
}

/**
 * The check of the log, with the time when the log got the document in ms, if it has it. `filesSignedBy` are the
 * keys of logs of which one signs the files of the document; absent when none does.
 */
export type Logged = {
  check: Check;
  isProven: boolean;
  since?: number | undefined;
  filesSignedBy?: VerifierKey[];
};

/** Checks that the log has a file's document. @param isKnown whether the issuer is known */
export async function checkLog(
  contents: FileContents,
  isKnown: boolean,
  ends: KeyEnds,
  trust: Trust,
): Promise<Logged> {
  const refused = (passed: boolean | null, reason: string) => ({
    check: check('log', passed, reason),
    isProven: false,
  });
  const found = await findProof(contents, isKnown, ends, trust);
  if (!('proof' in found)) {
    const { passed, reason, time } = found;
    if (passed && time === undefined && needsLog(ends)) {
      return refused(null, sentences(reason, say('loggedWhen')));
    }
    return {
      ...refused(passed, reason),
      ...(time !== undefined && { since: Date.parse(time) }),
      // The site draws no file with a credential in another form.
      ...(passed && { filesSignedBy: trust.logKeys }),
    };
  }
  const types = isReceipt(contents.document) ? ['verify' as const] : ['issue' as const];
  const read = readLogProof(found.proof, contents.credential, types);
  if (!read.passed) return refused(false, read.reason);
  const { entry, place, checkpoint } = read;
  const placed = await placeEntry({ place, time: Date.parse(entry.time), checkpoint, ends }, trust);
  if (!placed.passed) return refused(placed.passed, placed.reason);
  const by = describeWitnesses([checkpoint, placed.checkpoint], trust);
  const { origin, index } = place;
  const message = sentences(say('inTheLog', { origin, date: entry.time.slice(0, 10), index }), by);
  const keys = placed.key ? [...trust.logKeys, placed.key] : trust.logKeys;
  return {
    check: check('log', true, message),
    isProven: true,
    since: placed.since,
    ...(entry.files === 'signed' && { filesSignedBy: keys }),
  };
}
