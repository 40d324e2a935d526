import { parseKnownDevice } from '#app/accounts/known-device.server.ts';
import { countLoginTry, LoginLocked, requireUnlocked } from '#app/accounts/lockout.server.ts';
import { type Login, startLogin } from '#app/accounts/login.server.ts';
import { recordFailedLogin } from '#app/accounts/record-failed-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { type LoginClient, newActor } from '#app/accounts/sessions.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { secondFactorMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { consumeAppCode } from './authenticator-app.server.ts';
import { type ChallengeForm, endChallenge, findChallenge } from './challenges.server.ts';
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.server.ts';
import { trustDevice } from './trusted-devices.server.ts';

export const WRONG_CODE = 'This code is not valid.';
export const LOGIN_EXPIRED = 'This login has expired. Please log in again.';

/** The challenge of a second step has expired, or its login is done. */
export class ChallengeEnded extends AppError {
  constructor() {
    super('unauthenticated', LOGIN_EXPIRED, { details: { code: 'challenge_ended' } });
  }
}

type Given = { challenge: string | null; code: string };

export type SecondStep = Login & {
  /** The form of the password. */
  form: ChallengeForm;
  /** The token of a browser that is trusted from now on. */
  trusted: string | null;
};

/** Uses a code up: six digits of the app, or a recovery code. */
function consumeCode(tx: Transaction, userId: string, code: string): 'app' | 'recovery' | null {
  if (code.length === 6) return consumeAppCode(tx, userId, code) ? 'app' : null;
  return consumeRecoveryCode(tx, userId, code) ? 'recovery' : null;
}

/**
 * Finishes a login with the second factor. A wrong code leaves the challenge open and counts towards the lockout.
 * @param remember whether this browser needs no second factor for 30 days
 * @throws ChallengeEnded; AppError unauthenticated for a wrong or used code; rate-limited when locked
 */
export function secondStep(
  { challenge, code }: Given,
  client: LoginClient,
  kind: 'browser' | 'bearer',
  remember = false,
): SecondStep {
  const found = findChallenge(challenge);
  if (challenge === null || !found) throw new ChallengeEnded();
  const { userId, form } = found;
  const device = parseKnownDevice(client.device);
  const deviceId = device?.userIds.includes(userId) ? device.id : null;
  const attempt = { form: 'second-factor', identifier: userId, address: client.address, deviceId } as const;
  requireUnlocked(attempt);
  const tried = countLoginTry(attempt);
  let used: ReturnType<typeof consumeCode> = null;
  let login: SecondStep | null = null;
  try {
    login = transaction((tx) => {
      used = consumeCode(tx, userId, code);
      if (used === null) return null;
      if (!endChallenge(tx, challenge)) throw new ChallengeEnded();
      const started = startLogin(tx, found, client, kind);
      const { name, email } = started.user;
      const who = newActor(tx, started.user, { ...client, token: started.token, kind });
      if (used === 'recovery') recordAct(tx, who, 'recovery_code.used');
      if (remember) recordAct(tx, who, 'device.trusted');
      if (used === 'recovery' && email)
        enqueueMail(tx, secondFactorMail({ name, email }, 'code-used', countRecoveryCodes(userId)));
      return { ...started, form, trusted: remember ? trustDevice(tx, userId, client) : null };
    });
  } catch (error) {
    tried.takenBack();
    throw error;
  }
  const event = { form: 'second-factor', userId, address: client.address };
  if (!login) {
    const error = tried.failed(WRONG_CODE);
    const visitor = { kind: 'visitor', address: client.address } as const;
    recordFailedLogin(visitor, userId, error instanceof LoginLocked, 'second-factor');
    recordSecurityEvent(error instanceof LoginLocked ? 'login locked' : 'login failed', event);
    throw error;
  }
  tried.succeeded();
  if (used === 'recovery') recordSecurityEvent('recovery code used', event);
  return login;
}
