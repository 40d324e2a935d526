import { isIP } from 'node:net';
import { env } from '#app/config/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

/** COSE algorithms of passkeys: ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257];

const noPasskeys = () => t('relyingParty.thisSiteHasNoPasskeys');

/**
 * The site as passkeys know it: each works for one relying party (Web Authentication, section 4).
 * @throws AppError conflict if APP_URL has an IP address, for which browsers make no passkeys
 */
export function requireRelyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(env().APP_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new AppError('conflict', noPasskeys());
  return { id: hostname, origin };
}

/** The library is large, and most processes never check a passkey. */
export const webAuthn = () => import('@simplewebauthn/server');
