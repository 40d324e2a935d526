import { env } from '#app/config/env.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { publicKeysOf, rotateKeys } from './issuer-keys.server.ts';
import { usesDidWeb } from './keys.server.ts';

/**
 * Creates a new key version for one issuer, or for every owner of a key. Retired versions stay in the DID documents.
 * @returns how many keys were created
 * @throws AppError conflict while DIDs are did:key, because such a DID is its key; not-found; busy when the log cannot be
 *   continued
 */
export function rotateIssuerKeys(issuerId?: string): number {
  if (!usesDidWeb(env().APP_URL)) {
    throw new AppError(
      'conflict',
      'Keys cannot be rotated while APP_URL is not https: each issuer’s DID is then its key (did:key).',
    );
  }
  if (issuerId !== undefined && publicKeysOf(issuerId).length === 0) {
    throw notFound(`The issuer ${issuerId} has no key.`);
  }
  requireWritableLog();
  return rotateKeys(issuerId);
}
