import { authenticate as check } from '../authenticate.ts';
import type { Report } from '../report.ts';
import { readTrustList as read, type Trust, type TrustList } from '../trust.ts';
import { withAnswers } from './answers.ts';

export { describeAchievements, describeValue } from '../credential.ts';
export { parseJsonObject } from '../json.ts';
export { parseVerifierKey } from '../note.ts';
export { offlineTrust, type Pins } from '../pins.ts';
export { type Policy, parsePolicy } from '../policy.ts';
export { type Check, type CheckId, type Issuer, isClaim, type Report, type Verdict } from '../report.ts';
export type { Trust, TrustList } from '../trust.ts';

/** As `authenticate` of the package, with WebCrypto. @throws UnsupportedBrowser when it lacks an algorithm */
export const authenticate = (file: Uint8Array, trust: Trust, proof?: string): Promise<Report> =>
  withAnswers(() => check(Buffer.from(file), trust, proof));

/** As `readTrustList` of the package, with WebCrypto. */
export async function readTrustList(bytes: Uint8Array): Promise<TrustList> {
  const settled = await withAnswers(() =>
    read(Buffer.from(bytes)).then(
      (list) => ({ list }),
      (error: Error) => ({ error }),
    ),
  );
  if ('error' in settled) throw settled.error;
  return settled.list;
}
