import { hasSecondFactor } from './has-second-factor.server.ts';
import { isTrusted } from './trusted-devices.server.ts';

/** Whether a login with a right password needs a second step: the account has a second factor and has not trusted this browser. */
export const needsSecondFactor = (userId: string, { trusted }: { trusted?: string | null }): boolean =>
  hasSecondFactor(userId) && !isTrusted(userId, trusted);
