import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { NO_PASSWORD, setPasswordFirst } from '#app/accounts/closed-account.server.ts';
import { parseKnownDevice } from '#app/accounts/known-device.server.ts';
import {
  countLoginTry,
  LoginLocked,
  type LoginTry,
  recordFailedLogin,
  requireUnlocked,
} from '#app/accounts/lockout.server.ts';
import { type Login, startLogin } from '#app/accounts/login.server.ts';
import { issueOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { type LoginClient, newActor } from '#app/accounts/sessions.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { passwordEndedMail, secondFactorMail, wrongCodesMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { type AppError, forbidden } from '#app/shared/errors.server.ts';
import { hashToken } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { loginChallenges } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import type { Challenge, ChallengeForm } from './challenges.server.ts';
import {
  ChallengeEnded,
  endChallenge,
  endChallenges,
  findChallenge,
  trustDevice,
} from './challenges.server.ts';
import { type CheckedPasskey, checkPasskey, PasskeyRefused, recordUse } from './check-passkey.server.ts';
import { consumeAppCode, consumeRecoveryCode, countRecoveryCodes } from './codes.server.ts';
import type { Assertion } from './second-factor.schema.ts';

/** Wrong codes of one login before the owner gets a mail, and in a row before the password is disabled. */
const TOLD = 3;
const MOST_IN_A_ROW = 20;

const oneMore = (column: typeof users.wrongCodes | typeof loginChallenges.wrongCodes) => ({
  wrongCodes: sql`${column} + 1`,
});

/**
 * Counts a wrong code or passkey after a right password. Many of them mean that somebody else knows the
 * password: the owner gets a mail, and must set a new one in the end. A super admin has no address; the
 * operator sets their passwords.
 * @param challenge of the login, null for a mailed link
 * @returns whether this disabled the password
 */
const countWrongCode = (userId: string, challenge: string | null): boolean =>
  transaction((tx) => {
    const account = tx
      .update(users)
      .set(oneMore(users.wrongCodes))
      .where(eq(users.id, userId))
      .returning()
      .get();
    const login =
      challenge === null
        ? undefined
        : tx
            .update(loginChallenges)
            .set(oneMore(loginChallenges.wrongCodes))
            .where(eq(loginChallenges.tokenHash, hashToken(challenge)))
            .returning()
            .get();
    if (!account?.email) return false;
    const owner = { name: account.name, email: account.email };
    if (account.wrongCodes >= MOST_IN_A_ROW && endPassword(tx, userId)) {
      enqueueMail(tx, passwordEndedMail(owner, issueOneTimeToken(tx, userId, 'reset-password')));
      return true;
    }
    if (login?.wrongCodes === TOLD) enqueueMail(tx, wrongCodesMail(owner));
    return false;
  });

/** @returns false if no password works already */
function endPassword(tx: Transaction, userId: string): boolean {
  endChallenges(tx, userId);
  const usable = and(eq(users.id, userId), ne(users.passwordHash, NO_PASSWORD), isNotNull(users.email));
  return tx.update(users).set({ passwordHash: NO_PASSWORD, wrongCodes: 0 }).where(usable).run().changes > 0;
}

/** Ends the row of wrong codes, after a right one. */
const forgetWrongCodes = (tx: Transaction, userId: string) =>
  tx
    .update(users)
    .set({ wrongCodes: 0 })
    .where(and(eq(users.id, userId), ne(users.wrongCodes, 0)))
    .run();

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
