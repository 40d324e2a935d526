import { setPasswordFirst } from '#app/accounts/closed-account.server.ts';
import { parseKnownDevice } from '#app/accounts/known-device.server.ts';
import { countLoginTry, LoginLocked, type LoginTry, requireUnlocked } from '#app/accounts/lockout.server.ts';
import { recordFailedLogin } from '#app/accounts/record-failed-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import { type AppError, forbidden } from '#app/shared/errors.server.ts';
import { countWrongCode } from './wrong-codes.server.ts';

/**
 * Counts a code or passkey as a failure until it was accepted.
 * @throws LoginLocked
 */
export function countFactor(userId: string, client: LoginClient): LoginTry {
  const device = parseKnownDevice(client.device);
  const deviceId = device?.userIds.includes(userId) ? device.id : null;
  const attempt = { form: 'second-factor', identifier: userId, address: client.address, deviceId } as const;
  requireUnlocked(attempt);
  return countLoginTry(attempt);
}

/** The error of a wrong factor, which stays counted. @param challenge of the login, if it is one's */
export function refuseFactor(
  userId: string,
  tried: LoginTry,
  { address }: LoginClient,
  message: string,
  challenge: string | null = null,
): AppError {
  const ends = countWrongCode(userId, challenge);
  const failed = tried.failed(message);
  const error = ends ? forbidden(setPasswordFirst()) : failed;
  const locks = failed instanceof LoginLocked;
  recordFailedLogin({ kind: 'visitor', address }, userId, locks, 'second-factor');
  recordSecurityEvent(locks ? 'login locked' : 'login failed', { form: 'second-factor', userId, address });
  return error;
}
