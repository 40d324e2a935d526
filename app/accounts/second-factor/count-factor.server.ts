import { parseKnownDevice } from '#app/accounts/known-device.server.ts';
import { countLoginTry, LoginLocked, type LoginTry, requireUnlocked } from '#app/accounts/lockout.server.ts';
import { recordFailedLogin } from '#app/accounts/record-failed-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import type { AppError } from '#app/shared/errors.server.ts';

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

/** The error of a wrong factor, which stays counted. */
export function refuseFactor(
  userId: string,
  tried: LoginTry,
  { address }: LoginClient,
  message: string,
): AppError {
  const error = tried.failed(message);
  const locks = error instanceof LoginLocked;
  recordFailedLogin({ kind: 'visitor', address }, userId, locks, 'second-factor');
  recordSecurityEvent(locks ? 'login locked' : 'login failed', { form: 'second-factor', userId, address });
  return error;
}
