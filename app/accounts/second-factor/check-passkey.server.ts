import { recordFailedLogin } from '#app/accounts/lockout.server.ts';
import { type Login, startLogin } from '#app/accounts/login.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import { recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { t } from '#messages';
import {
  ALGORITHMS,
  countUse,
  findPasskey,
  type Passkey,
  type PasskeyAsked,
  requireRelyingParty,
  takePasskeyChallenge,
  webAuthn,
} from './passkeys.server.ts';
import type { Assertion, Attestation } from './second-factor.schema.ts';

export const passkeyRefused = () => t('checkPasskey.thisPasskeyWasNotAccepted');
const passkeyLate = () => t('checkPasskey.thisTookTooLong');
const passkeyCopied = () => t('checkPasskey.thisPasskeyWasNotAcceptedItSeems');

export class PasskeyRefused extends AppError {
  /** Whose passkey it is, if that is known. */
  readonly userId: string | undefined;

  constructor(message = passkeyRefused(), userId?: string) {
    super('unauthenticated', message, { fields: { passkey: [message] } });
    this.userId = userId;
  }
}

/** The challenge in the client data, or null. Null for an answer from a page embedded in another site. */
function challengeIn(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
    if ('crossOrigin' in data && data.crossOrigin === true) return null;
    return typeof data.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}

/** Uses up the challenge of an answer. @throws PasskeyRefused */
function takeChallenge({ response }: Assertion | Attestation, asked: PasskeyAsked): string {
  const challenge = challengeIn(response.clientDataJSON);
  if (challenge === null) throw new PasskeyRefused();
  if (!transaction((tx) => takePasskeyChallenge(tx, challenge, asked)))
    throw new PasskeyRefused(passkeyLate());
  return challenge;
}

/** A passkey that has signed the challenge. Nothing is stored before `recordUse`. */
export type CheckedPasskey = { passkey: Passkey; userVerified: boolean; counter: number };

/**
 * Checks that a passkey of the asked account, or of any account for a login, has signed a challenge of this site.
 * @throws PasskeyRefused for another account, origin or challenge
 */
export async function checkPasskey(answer: Assertion, asked: PasskeyAsked): Promise<CheckedPasskey> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty();
  const expectedChallenge = takeChallenge(answer, asked);
  const passkey = findPasskey(answer.id);
  if (!passkey || (asked.userId !== null && passkey.userId !== asked.userId)) throw new PasskeyRefused();
  const { verifyAuthenticationResponse } = await webAuthn();
  const { userId } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: asked.userId === null,
    // Counter 0 is compared with nothing. `recordUse` compares the stored one when it stores the new one.
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => {
    throw new PasskeyRefused(passkeyRefused(), userId);
  });
  if (!verified) throw new PasskeyRefused(passkeyRefused(), userId);
  const { userVerified, newCounter: counter } = authenticationInfo;
  return { passkey, userVerified, counter };
}

/** Stores the use of a passkey. @throws PasskeyRefused for a copied one, and one that was removed meanwhile */
export function recordUse(tx: Transaction, { passkey, counter }: CheckedPasskey) {
  if (countUse(tx, passkey.id, counter)) return;
  recordSecurityEvent('passkey refused', { userId: passkey.userId, reason: 'counter' });
  throw new PasskeyRefused(passkeyCopied(), passkey.userId);
}

/** The columns of a new passkey that come from the browser's answer. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Checks the registration of a new passkey. The site does not request an attestation, so it needs no certificates. Answers with
 * certificates are refused, because the library would fetch their revocation lists.
 * @throws PasskeyRefused
 */
export async function checkNewPasskey(answer: Attestation, asked: PasskeyAsked): Promise<NewPasskey> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty();
  const expectedChallenge = takeChallenge(answer, asked);
  const { verifyRegistrationResponse } = await webAuthn();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const bytes = new Uint8Array(Buffer.from(answer.response.attestationObject, 'base64url'));
    const statement = decodeAttestationObject(bytes);
    const isPlain =
      statement.get('fmt') === 'none' ||
      (statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined);
    if (!isPlain) throw new PasskeyRefused();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new PasskeyRefused();
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports } = answer.response;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
  } catch (error) {
    // The library throws an Error for an answer that it cannot parse.
    throw error instanceof PasskeyRefused ? error : new PasskeyRefused();
  }
}

/**
 * Logs in with a passkey. It is both factors, because it verifies its user by a PIN, finger or face. It names
 * the account, of any role.
 * @throws PasskeyRefused, also for a passkey that verifies nobody
 */
export async function passkeyLogin(answer: Assertion, client: LoginClient): Promise<Login> {
  const { address } = client;
  try {
    const checked = await checkPasskey(answer, { purpose: 'login', userId: null });
    const account = { userId: checked.passkey.userId, form: 'passkey' } as const;
    return transaction((tx) => {
      recordUse(tx, checked);
      return startLogin(tx, account, client, 'browser', true);
    });
  } catch (error) {
    if (error instanceof PasskeyRefused) {
      const { userId } = error;
      recordFailedLogin({ kind: 'visitor', address }, userId, false, 'passkey');
      recordSecurityEvent('login failed', {
        form: 'passkey',
        address,
        ...(userId && { userId }),
        reason: 'passkey',
      });
    }
    throw error;
  }
}
