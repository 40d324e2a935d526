import { createHmac } from 'node:crypto';
import { deriveKey, equalInConstantTime, fewRandomBytes } from '#app/shared/ids.server.ts';

/** A browser in which these accounts have logged in before. */
export type KnownDevice = { id: string; userIds: string[] };

/** Limits the accounts of a shared computer to the most recent ones. */
const MOST_ACCOUNTS = 5;
const MAX_LENGTH = 400;

/** Separates the signatures, so that a token of one kind is not valid as the other. */
type Kind = 'known device' | 'registered here';

const sign = (payload: string, kind: Kind) =>
  createHmac('sha256', deriveKey(kind)).update(payload).digest('base64url');

/** The device of a token, or null when this server did not sign the token. */
export function parseKnownDevice(
  token: string | null | undefined,
  kind: Kind = 'known device',
): KnownDevice | null {
  if (!token || token.length > MAX_LENGTH) return null;
  const end = token.lastIndexOf('.');
  const payload = token.slice(0, Math.max(0, end));
  if (!equalInConstantTime(token.slice(end + 1), sign(payload, kind))) return null;
  const [id = '', ...userIds] = payload.split('.');
  return { id, userIds };
}

/**
 * Signs a token for the browser to keep, which shows that an account has logged in on this device.
 * @param device the device that the browser sent, if any; its other accounts are kept
 */
export function rememberDevice(
  device: KnownDevice | null,
  userId: string,
  kind: Kind = 'known device',
): string {
  const others = device?.userIds.filter((other) => other !== userId) ?? [];
  const id = device?.id ?? fewRandomBytes(16).toString('base64url');
  const payload = [id, userId, ...others].slice(0, 1 + MOST_ACCOUNTS).join('.');
  return `${payload}.${sign(payload, kind)}`;
}
