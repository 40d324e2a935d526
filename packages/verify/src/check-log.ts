import { isReceipt } from './credential.ts';
import type { FileContents } from './file.ts';
import { type KeyEnds, missingProof, needsLog } from './key-end.ts';
import { isSignedByLog, NO_LOG_KEY, NOT_SIGNED, type ProvenPlace, readLogProof } from './log-entry.ts';
import { type Check, check } from './report.ts';
import type { ProofAnswer, Trust } from './trust.ts';

const NO_PROOF: ProofAnswer = { passed: null, reason: 'It came without its log proof.' };
const TOO_FEW = 'Too few of the witnesses have cosigned its log proof.';

/** The log proof from the file, or else the one that `trust` finds. Whoever pins a log and cannot search it needs the proof. */
async function findProof(
  { proof, credential, document }: FileContents,
  isKnown: boolean,
  ends: KeyEnds,
  trust: Trust,
): Promise<ProofAnswer> {
  if (proof !== null) return { proof };
  if (trust.findLogProof) return isKnown ? trust.findLogProof(credential, document) : NO_PROOF;
  const missing = missingProof(ends);
  if (missing !== null) return { passed: false, reason: missing };
  return trust.logKeys.length > 0 ? { ...NO_PROOF, passed: false } : NO_PROOF;
}

/** Why a place is not in a log that counts, or null. */
async function contradiction(place: ProvenPlace, checkpoint: string, trust: Trust) {
  const { logKeys } = trust;
  if (logKeys.length === 0) return { passed: null, reason: NO_LOG_KEY };
  const isSigned = isSignedByLog(checkpoint, logKeys);
  if (isSigned && (trust.isWitnessed?.(checkpoint) ?? true)) {
    if (trust.compareWithLog) return trust.compareWithLog(place);
    // What somebody signed with the log's key after the log was closed is not in it.
    const later = await trust.askLogs?.(place, 'later');
    return later?.passed === false ? later : null;
  }
  // A log that is pinned signs its own proofs.
  if (!isSigned && logKeys.some(({ name }) => name === place.origin))
    return { passed: false, reason: NOT_SIGNED };
  const answer = await trust.askLogs?.(place, 'all');
  if (answer) return answer.passed ? null : answer;
  return isSigned ? { passed: null, reason: TOO_FEW } : { passed: false, reason: NOT_SIGNED };
}

/** The check of the log, with the time when the log got the document, if it has it. */
export type Logged = { check: Check; isProven: boolean; time?: string | undefined };

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
      return refused(null, `${reason} When it got it is not known.`);
    }
    return { ...refused(passed, reason), time };
  }
  const types = isReceipt(contents.document) ? ['verify' as const] : ['issue' as const];
  const read = readLogProof(found.proof, contents.credential, types);
  if (!read.passed) return refused(false, read.reason);
  const { entry, place, checkpoint } = read;
  const against = await contradiction(place, checkpoint, trust);
  if (against) return refused(against.passed, against.reason);
  const message = `In the log ${place.origin} since ${entry.time.slice(0, 10)}, entry ${place.index}.`;
  return { check: check('log', true, message), isProven: true, time: entry.time };
}
