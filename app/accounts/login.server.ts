import { eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { isMember, requireMembership } from '#app/accounts/organisations/membership.server.ts';
import { needsSecondFactor } from '#app/accounts/second-factor/must-set-up.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { parseEmailAddress } from '#app/shared/email-address.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { adminLoginSchema, loginSchema, superAdminLoginSchema } from './account.schema.server.ts';
import { type ActorUser, areaOf, clientOf, type Role } from './actor.server.ts';
import { isClosed, setPasswordFirst } from './closed-account.server.ts';
import { parseKnownDevice, rememberDevice } from './known-device.server.ts';
import type { LoginAttempt, LoginTry, PasswordForm } from './lockout.server.ts';
import { beginLoginTry, LoginLocked, recordFailedLogin } from './lockout.server.ts';
import { checkPassword, waitForCheckTime } from './passwords.server.ts';
import { verifyYourEmail } from './register.server.ts';
import { restrictionOf } from './restriction.server.ts';
import type { Challenge } from './second-factor/challenges.server.ts';
import { methodsOf, SecondFactorRequired, startChallenge } from './second-factor/challenges.server.ts';
import { actorColumns, type LoginClient, newActor, startSession, toActorUser } from './sessions.server.ts';

export const loginFailed = () => t('common.loginFailed');
export const loggedInTexts = () => t('login.loginSuccessful');

/** The result of a successful login. */
export type Login = {
  message: string;
  /** The new session's secret, for the cookie or the bearer token. */
  token: string;
  /** The token that marks this device as known at the next login. */
  device: string;
  user: ActorUser & { createdAt: number };
  /** The role whose pages the account sees. */
  area: Role;
};

type Credentials = {
  identifier: string;
  passwords: [string] | [string, string];
  /** The organisation to act for. */
  organisation?: string | undefined;
};

/** Thrown after a correct password when the email address is not verified. The caller can offer to send the mail again. */
export class EmailNotVerified extends AppError {
  readonly email: string | null;

  constructor(email: string | null) {
    super('forbidden', verifyYourEmail());
    this.email = email;
  }
}

const accountColumns = { ...actorColumns, createdAt: users.createdAt };

const columns = {
  ...accountColumns,
  passwordHash: users.passwordHash,
  secondPasswordHash: users.secondPasswordHash,
  emailVerifiedAt: users.emailVerifiedAt,
};

function findAccount(form: PasswordForm, identifier: string) {
  const id = parseEmailAddress(identifier) ?? identifier.toLowerCase();
  const match = {
    user: eq(users.email, id),
    admin: or(eq(users.username, id), eq(users.email, id)),
    superadmin: eq(users.username, identifier),
  }[form];
  const rows = db().select(columns).from(users).where(match).limit(2).all();
  return rows.find((row) =>
    form === 'superadmin'
      ? row.role === 'superadmin'
      : form === 'admin'
        ? row.role === 'admin' || isMember(row.id)
        : row.role !== 'superadmin',
  );
}

function recordFailure(form: string, address: string, userId: string | undefined, error: AppError) {
  const locks = error instanceof LoginLocked;
  recordFailedLogin({ kind: 'visitor', address }, userId, locks, form);
  recordSecurityEvent(locks ? 'login locked' : 'login failed', { form, address, userId, reason: 'password' });
  return error;
}

type Account = ReturnType<typeof findAccount>;

/**
 * Checks the password of an account that nobody has confirmed yet. A wrong one counts like a failed login.
 * @throws AppError unauthenticated for a wrong password; rate-limited; busy
 */
export async function checkRegistrationPassword(userId: string, password: string, address: string) {
  const account = db().select(columns).from(users).where(eq(users.id, userId)).get();
  const identifier = account?.email ?? userId;
  await authenticate({ form: 'user', identifier, address, deviceId: null }, account, [password]);
}

/**
 * Checks the passwords of a counted attempt.
 * @throws AppError busy; the attempt then does not count
 */
async function checkPasswords(
  client: Client,
  account: Account,
  passwords: Credentials['passwords'],
  tried: LoginTry,
) {
  try {
    const right = await checkPassword(client, account?.passwordHash, passwords[0]);
    // Both are always checked, so that timing does not reveal which one was wrong.
    if (passwords.length === 1) return right;
    return (await checkPassword(client, account?.secondPasswordHash, passwords[1])) && right;
  } catch (error) {
    tried.notChecked();
    throw error;
  }
}

/**
 * Counts the attempt and checks its passwords. An attempt that is rejected without a check takes as long as a checked one.
 * @throws AppError unauthenticated for a wrong password; rate-limited; busy
 */
async function authenticate(attempt: LoginAttempt, account: Account, passwords: Credentials['passwords']) {
  const { form, address } = attempt;
  let tried: LoginTry;
  try {
    tried = await beginLoginTry(attempt);
  } catch (error) {
    const reason = error instanceof LoginLocked ? 'locked' : 'too many';
    recordSecurityEvent('login failed', { form, address, reason });
    await waitForCheckTime(passwords);
    throw error;
  }
  const right = await checkPasswords(clientOf({ kind: 'visitor', address }), account, passwords, tried);
  if (!account || !right) throw recordFailure(form, address, account?.id, tried.failed(loginFailed()));
  tried.succeeded();
  return account;
}

/**
 * Refuses a login whose password was replaced while it was checked: that ended the account's sessions and challenges, and this
 * would be one more.
 * @throws AppError unauthenticated
 */
function requireSamePasswords(tx: Transaction, { id, ...checked }: NonNullable<Account>) {
  const { passwordHash, secondPasswordHash } = users;
  const present = tx.select({ passwordHash, secondPasswordHash }).from(users).where(eq(users.id, id)).get();
  if (
    present?.passwordHash !== checked.passwordHash ||
    present.secondPasswordHash !== checked.secondPasswordHash
  )
    throw new AppError('unauthenticated', loginFailed());
}

async function attempt(
  form: PasswordForm,
  { identifier, passwords, organisation }: Credentials,
  client: LoginClient,
  kind: 'browser' | 'bearer',
) {
  const found = findAccount(form, identifier);
  const device = parseKnownDevice(client.device);
  const deviceId = found && device?.userIds.includes(found.id) ? device.id : null;
  const tried = { form, identifier, address: client.address, userId: found?.id, deviceId };
  const account = await authenticate(tried, found, passwords);
  if (account.role !== 'superadmin' && account.emailVerifiedAt === null)
    throw new EmailNotVerified(account.email);
  const organisationId = organisation ?? null;
  const challenge = { userId: account.id, form, organisationId };
  const begin = <Result>(work: (tx: Transaction) => Result) =>
    transaction((tx) => {
      requireSamePasswords(tx, account);
      requireMembership(tx, account.id, organisationId);
      return work(tx);
    });
  if (needsSecondFactor(account.id, client))
    throw new SecondFactorRequired(
      begin((tx) => startChallenge(tx, challenge)),
      methodsOf(account.id),
    );
  const restriction = kind === 'bearer' ? restrictionOf(account) : null;
  if (restriction) throw restriction.error();
  return begin((tx) => startLogin(tx, challenge, client, kind));
}

/** The form where the password was entered, or 'passkey' for a login without a password. */
type LoginWay = Challenge['form'] | 'passkey';

/**
 * Starts the session of a login, after all its factors, in the transaction that uses them up. It replaces the client's session.
 * @throws AppError unauthenticated when the account was deleted meanwhile; forbidden for a closed account
 */
export function startLogin(
  tx: Transaction,
  { userId, form, organisationId }: Omit<Challenge, 'form'> & { form: LoginWay },
  client: LoginClient,
  kind: 'browser' | 'bearer',
  withSecondFactor = false,
): Login {
  const account = tx.select(accountColumns).from(users).where(eq(users.id, userId)).get();
  if (!account) throw new AppError('unauthenticated', loginFailed());
  if (isClosed(userId)) throw forbidden(setPasswordFirst());
  const { createdAt, ...actor } = account;
  if (client.endsSession) tx.delete(sessions).where(eq(sessions.id, client.endsSession)).run();
  requireMembership(tx, userId, organisationId ?? null);
  const token = startSession(tx, userId, kind, client, withSecondFactor, organisationId ?? undefined);
  const user = toActorUser(actor);
  const started = newActor(tx, user, { ...client, token, kind });
  recordAct(tx, started, 'login', { after: { form } });
  recordSecurityEvent('login', { form, userId, address: client.address });
  const device = rememberDevice(parseKnownDevice(client.device), userId);
  return { message: loggedInTexts(), token, device, user: { ...user, createdAt }, area: areaOf(started) };
}

/**
 * Logs in with email and password. Super admins get the same error as a wrong password.
 * @param input {email, password, organisation?: ID of the one to act for}
 * @throws AppError invalid 'Please fill in all fields', and for an organisation of others; unauthenticated 'Login failed.'; rate-limited when locked; busy;
 *   EmailNotVerified; SecondFactorRequired after a right password
 */
export async function login(
  input: z.output<typeof loginSchema>,
  client: LoginClient,
  kind: 'browser' | 'bearer',
): Promise<Login> {
  const { email, password, organisation } = input;
  return attempt('user', { identifier: email, passwords: [password], organisation }, client, kind);
}

/** Logs an issuer in by username or email. Throws the errors of `login`. */
export async function adminLogin(
  input: z.output<typeof adminLoginSchema>,
  client: LoginClient,
  kind: 'browser' | 'bearer',
): Promise<Login> {
  const { username, password, organisation } = input;
  return attempt('admin', { identifier: username, passwords: [password], organisation }, client, kind);
}

/** Logs a super admin in by ID and two passwords. Throws the errors of `login`. */
export async function superAdminLogin(
  input: z.output<typeof superAdminLoginSchema>,
  client: LoginClient,
  kind: 'browser' | 'bearer',
): Promise<Login> {
  const { userId, password1, password2 } = input;
  return attempt('superadmin', { identifier: userId, passwords: [password1, password2] }, client, kind);
}
