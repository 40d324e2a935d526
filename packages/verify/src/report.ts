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
/** One check's result. `passed` is null when the check could not be made; the message gives the reason. */
export type Check = { id: CheckId; passed: boolean | null; message: string };
export type Report = { verdict: Verdict; checks: Check[]; certificate?: CertificateSummary };

/** Makes one check's result. */
export const check = (id: CheckId, passed: boolean | null, message: string): Check => ({
  id,
  passed,
  message,
});

/** The verdict of all checks. The first problem decides. */
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
