import { type Login, startLogin } from '#app/accounts/login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { type LoginClient, newActor } from '#app/accounts/sessions.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { secondFactorMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { t } from '#messages';
import { consumeAppCode } from './authenticator-app.server.ts';
import {
  type Challenge,
  ChallengeEnded,
  type ChallengeForm,
  endChallenge,
  findChallenge,
} from './challenges.server.ts';
import { type CheckedPasskey, checkPasskey, PasskeyRefused, recordUse } from './check-passkey.server.ts';
import type { Assertion } from './passkey.schema.ts';
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.server.ts';
import { trustDevice } from './trusted-devices.server.ts';
import { countFactor, forgetWrongCodes, refuseFactor } from './wrong-codes.server.ts';

export const wrongCode = () => t('secondStep.thisCodeIsNotValid');
type Given = { challenge: string | null; code: string };

export type SecondStep = Login & {
  /** The form of the password. */
  form: ChallengeForm;
  /** The token of a browser that is trusted from now on. */
  trusted: string | null;
};

/** Uses a code up: six digits of the app, or a recovery code. */
export function consumeCode(tx: Transaction, userId: string, code: string): 'app' | 'recovery' | null {
  if (code.length === 6) return consumeAppCode(tx, userId, code) ? 'app' : null;
  return consumeRecoveryCode(tx, userId, code) ? 'recovery' : null;
}

type Factor = 'app' | 'recovery' | 'passkey';

function beginStep(challenge: string | null, client: LoginClient) {
  const found = findChallenge(challenge);
  if (challenge === null || !found) throw new ChallengeEnded();
  return { challenge, found, tried: countFactor(found.userId, client) };
}

type Step = ReturnType<typeof beginStep>;

const refuse = ({ found, tried, challenge }: Step, client: LoginClient, message: string) =>
  refuseFactor(found.userId, tried, client, message, challenge);

type How = {
  client: LoginClient;
  kind: 'browser' | 'bearer';
  /** Whether this browser needs no second factor for 30 days. */
  remember: boolean;
};

/** Starts the session after the factor was used up, in its transaction. */
function startAfter(tx: Transaction, found: Challenge, factor: Factor, { client, kind, remember }: How) {
  const { userId, form } = found;
  const started = startLogin(tx, found, client, kind, true);
  forgetWrongCodes(tx, userId);
  const { name, email } = started.user;
  const who = newActor(tx, started.user, { ...client, token: started.token, kind });
  if (factor === 'recovery') recordAct(tx, who, 'recovery_code.used');
  if (remember) recordAct(tx, who, 'device.trusted');
  if (factor === 'recovery' && email)
    enqueueMail(tx, secondFactorMail({ name, email }, 'code-used', countRecoveryCodes(userId)));
  return { ...started, form, trusted: remember ? trustDevice(tx, userId, client) : null };
}

/**
 * Uses the factor up and starts the session, in one transaction.
 * @param use returns null for a wrong factor
 */
function finishStep(step: Step, how: How, use: (tx: Transaction) => Factor | null): SecondStep {
  const { challenge, found, tried } = step;
  let login: { started: SecondStep; factor: Factor } | null;
  try {
    login = transaction((tx) => {
      const factor = use(tx);
      if (factor === null) return null;
      if (!endChallenge(tx, challenge)) throw new ChallengeEnded();
      return { factor, started: startAfter(tx, found, factor, how) };
    });
  } catch (error) {
    if (error instanceof PasskeyRefused) throw refuse(step, how.client, error.message);
    tried.notChecked();
    throw error;
  }
  if (!login) throw refuse(step, how.client, wrongCode());
  tried.succeeded();
  if (login.factor === 'recovery')
    recordSecurityEvent('recovery code used', {
      form: 'second-factor',
      userId: found.userId,
      address: how.client.address,
    });
  return login.started;
}

/**
 * Finishes a login with a code. A wrong code leaves the challenge open and counts towards the lockout.
 * @param remember whether this browser needs no second factor for 30 days
 * @throws ChallengeEnded; AppError unauthenticated for a wrong or used code; rate-limited when locked
 */
export function secondStep(
  { challenge, code }: Given,
  client: LoginClient,
  kind: 'browser' | 'bearer',
  remember = false,
): SecondStep {
  const step = beginStep(challenge, client);
  return finishStep(step, { client, kind, remember }, (tx) => consumeCode(tx, step.found.userId, code));
}

/**
 * Finishes a login with a passkey of its account. Errors as `secondStep`; a passkey that is refused counts like a wrong code.
 * @throws AppError conflict for a site without passkeys
 */
export async function secondStepWithPasskey(
  challenge: string | null,
  answer: Assertion,
  client: LoginClient,
  remember: boolean,
): Promise<SecondStep> {
  const step = beginStep(challenge, client);
  let checked: CheckedPasskey;
  try {
    checked = await checkPasskey(answer, { purpose: 'second-factor', userId: step.found.userId });
  } catch (error) {
    if (error instanceof PasskeyRefused) throw refuse(step, client, error.message);
    step.tried.notChecked();
    throw error;
  }
  return finishStep(step, { client, kind: 'browser', remember }, (tx) => {
    recordUse(tx, checked);
    return 'passkey';
  });
}
