import { hasApp } from './authenticator-app.server.ts';
import { hasPasskeys } from './passkeys.server.ts';

/** Whether a login of the account needs a second factor. */
export const hasSecondFactor = (userId: string): boolean => hasApp(userId) || hasPasskeys(userId);
