import type { CertificateSummary } from './credential.ts';
import { listOf, say } from './texts.ts';

export type Verdict =
  | 'genuine'
  | 'altered'
  | 'unknown-issuer'
  | 'revoked'
  | 'not-yet-valid'
  | 'expired'
  | 'not-in-log'
  | 'unknown'
  | 'unreadable';

export type CheckId = 'file' | 'signature' | 'issuer' | 'log' | 'revocation' | 'start' | 'expiry';
/** The result of a check. `passed` is null when the check could not be made. The message gives the reason. */
export type Check = { id: CheckId; passed: boolean | null; message: string };
/** Who signs: the DID that the file names, and its host if it is a did:web. */
export type Issuer = { did: string; domain: string | null };
export type Report = {
  verdict: Verdict;
  checks: Check[];
  /** With the verdict `unknown`: a sentence that names the checks that could not be made. */
  reason?: string;
  issuer?: Issuer;
  certificate?: CertificateSummary;
};

/** Whether a file's facts are unproven: no valid signature covers them, or the file was changed. */
export const isClaim = ({ checks }: Pick<Report, 'checks'>) =>
  checks.some(({ id, passed }) => (id === 'signature' && !passed) || (id === 'file' && passed === false));

/** Creates the result of a check. */
export const check = (id: CheckId, passed: boolean | null, message: string): Check => ({
  id,
  passed,
  message,
});

/** The sentence of the verdict `unknown`. */
export function unknownReason(checks: Check[]): string {
  const names = checks.filter(({ passed }) => passed === null).map(({ id }) => say(id));
  return say('couldNotCheck', { checks: listOf(names, 'or') });
}

/** Checks that a genuine file may lack, because the caller does not rely on them. */
export type Optional = { log: boolean; revocation: boolean };

/** The overall verdict, determined by the first problem. A file is genuine only if every check that counts was made. */
export function verdictOf(checks: Check[], optional: Optional): Verdict {
  const of = (id: CheckId) => checks.find((item) => item.id === id)?.passed;
  if (of('signature') === null && of('issuer') !== false) return 'unknown';
  if (of('file') === false || of('signature') === false) return 'altered';
  if (of('issuer') === false) return 'unknown-issuer';
  if (of('log') === false) return 'not-in-log';
  if (of('revocation') === false) return 'revoked';
  if (of('start') === false) return 'not-yet-valid';
  if (of('expiry') === false) return 'expired';
  const isOptional = (id: CheckId) => (id === 'log' || id === 'revocation') && optional[id];
  return checks.every(({ id, passed }) => passed || isOptional(id)) ? 'genuine' : 'unknown';
}
