import { hasApp } from './authenticator-app.server.ts';
import { hasPasskeys } from './passkeys.server.ts';
import { isTrusted } from './trusted-devices.server.ts';

/** Whether a login of the account needs a second factor. */
export const hasSecondFactor = (userId: string): boolean => hasApp(userId) || hasPasskeys(userId);

/** Whether a login with a right password needs a second step: the account has a second factor and has not trusted this browser. */
export const needsSecondFactor = (userId: string, { trusted }: { trusted?: string | null }): boolean =>
  hasSecondFactor(userId) && !isTrusted(userId, trusted);
