import type { CertificateSummary } from './credential.ts';

export type Verdict =
  | 'genuine'
  | 'altered'
  | 'unknown-issuer'
  | 'revoked'
  | 'expired'
  | 'not-in-log'
  | 'unreadable';

export type CheckId = 'file' | 'signature' | 'issuer' | 'log' | 'revocation' | 'expiry';
/** The result of a check. `passed` is null when the check could not be made. The message gives the reason. */
export type Check = { id: CheckId; passed: boolean | null; message: string };
/** Who signs: the DID that the file names, and its host if it is a did:web. */
export type Issuer = { did: string; domain: string | null };
export type Report = {
  verdict: Verdict;
  checks: Check[];
  issuer?: Issuer;
  certificate?: CertificateSummary;
};

/** Creates the result of a check. */
export const check = (id: CheckId, passed: boolean | null, message: string): Check => ({
  id,
  passed,
  message,
});

/** The overall verdict, determined by the first problem. */
export function verdictOf(checks: Check[]): Verdict {
  const of = (id: CheckId) => checks.find((item) => item.id === id)?.passed;
  if (of('signature') === null && of('issuer') !== false) return 'unreadable';
  if (of('file') === false || of('signature') === false) return 'altered';
  if (of('issuer') === false) return 'unknown-issuer';
  if (of('log') === false) return 'not-in-log';
  if (of('revocation') === false) return 'revoked';
  if (of('expiry') === false) return 'expired';
  return of('signature') && of('issuer') && of('file') ? 'genuine' : 'unreadable';
}
