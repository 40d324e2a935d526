import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { ownerOfResetLink } from '#app/accounts/reset-password.server.ts';
import { transaction } from '#db/client.ts';
import { ChallengeEnded, findChallenge } from './challenges.server.ts';
import {
  ALGORITHMS,
  credentialsOf,
  PASSKEY_CHALLENGE_MS,
  type PasskeyAsked,
  requireRelyingParty,
  startPasskeyChallenge,
  webAuthn,
} from './passkeys.server.ts';
import type { passkeyOptionsSchema } from './second-factor.schema.ts';

/** The options for navigator.credentials.create() or get(), as JSON. */
export type PasskeyOptions =
  | { create: PublicKeyCredentialCreationOptionsJSON }
  | { get: PublicKeyCredentialRequestOptionsJSON };

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

const start = (asked: PasskeyAsked) => transaction((tx) => startPasskeyChallenge(tx, asked));

/** The options of a new passkey. Authenticators that verify nobody may take part: they are a second factor, but no password. */
async function creationOptions({ user }: Extract<Actor, { kind: 'user' }>) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID: requireRelyingParty().id,
    rpName: 'Certrace',
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email ?? user.username,
    userDisplayName: user.name,
    challenge: bytesOf(start({ purpose: 'add', userId: user.id })),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: credentialsOf(user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Whose passkey has to answer, and to whom the challenge belongs. */
function accountOf(
  actor: Actor,
  { purpose, link }: z.output<typeof passkeyOptionsSchema>,
  login: string | null,
): string | null {
  if (purpose === 'login') return null;
  if (purpose === 'second-factor') {
    const userId = link ? ownerOfResetLink(link) : findChallenge(login)?.userId;
    if (!userId) throw new ChallengeEnded();
    return userId;
  }
  requireBrowser(actor);
  return actor.user.id;
}

/**
 * Starts a challenge for a passkey.
 * @param login the challenge of a login that waits for the second factor
 * @throws AppError unauthenticated for a purpose that needs a login; forbidden for an API token; conflict for a site without passkeys;
 *   rate-limited
 */
export async function passkeyOptions(
  actor: Actor,
  input: z.output<typeof passkeyOptionsSchema>,
  login: string | null,
): Promise<PasskeyOptions> {
  const { id: rpID } = requireRelyingParty();
  const { purpose } = input;
  const userId = accountOf(actor, input, login);
  await limit(actor, 'passkey-challenges');
  if (purpose === 'add' && actor.kind === 'user') return { create: await creationOptions(actor) };
  const { generateAuthenticationOptions } = await webAuthn();
  const get = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(start({ purpose, userId })),
    timeout: PASSKEY_CHALLENGE_MS,
    // A login needs a passkey that verifies its user, because nothing else does.
    userVerification: userId === null ? 'required' : 'preferred',
    ...(userId !== null && { allowCredentials: credentialsOf(userId) }),
  });
  return { get };
}
