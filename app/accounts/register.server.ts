import { randomInt } from 'node:crypto';
import { and, eq, isNull, lt, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { keptFor } from '#app/accounts/email-change/request-email-change.server.ts';
import { foundOrganisation, requirePrintableName } from '#app/accounts/organisations/membership.server.ts';
import { env } from '#app/config/env.server.ts';
import { addressTakenMail, verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { deleteSome, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { unconfirmedRegistrations, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { registerSchema } from './account.schema.server.ts';
import { type Actor, clientOf } from './actor.server.ts';
import { hashOfAddress } from './lockout.server.ts';
import { skeletonsOf, storeNameSkeletons } from './name-twins.server.ts';
import { issueOneTimeToken } from './one-time-tokens.server.ts';
import { hashPassword, requireUnbreached } from './passwords.server.ts';
import { mayMail, requireDaySince, withinLimit } from './rate-limits.server.ts';

const DAY_MS = 86_400_000;
/** Accounts of an address in a day that nobody confirms. Those of a class are confirmed, and then count no more. */
export const MOST_UNCONFIRMED = 100;

const earlier = preparedValue<number>(
  'select created_at from unconfirmed_registrations where address = ? order by created_at desc limit 1 offset ?',
);

/**
 * Refuses a registration from an address with too many that nobody has confirmed. It may be called in a transaction.
 * @throws AppError rate-limited
 */
export function requireFewUnconfirmed(actor: Actor) {
  if (actor.kind !== 'system')
    requireDaySince(earlier().get(hashOfAddress(actor.address), MOST_UNCONFIRMED - 1));
}

/**
 * Counts a registration until its mailbox is confirmed, once for a mailbox that registers again. One that had an account counts like a
 * new one, so that the limit does not tell which mailboxes have accounts.
 * @param userId the account of the mailbox
 */
export function countUnconfirmed(tx: Transaction, actor: Actor, userId: string) {
  const { address, userId: counted } = unconfirmedRegistrations;
  const row = { address: hashOfAddress(actor.address), userId };
  const same = and(eq(address, row.address), eq(counted, userId));
  if (tx.select({ userId: counted }).from(unconfirmedRegistrations).where(same).get()) return;
  tx.insert(unconfirmedRegistrations)
    .values({ ...row, createdAt: now() })
    .run();
}

/** Gives the use back once the mailbox is confirmed. */
export const uncountConfirmed = (tx: Transaction, userId: string) =>
  tx.delete(unconfirmedRegistrations).where(eq(unconfirmedRegistrations.userId, userId)).run();

export const sweepUnconfirmedRegistrations = (limit: number) =>
  deleteSome(unconfirmedRegistrations, lt(unconfirmedRegistrations.createdAt, now() - DAY_MS), limit);

/** Deletes accounts whose address was not verified in time. No other row refers to them, because they could never log in. */
export const sweepUnverifiedAccounts = (limit: number) =>
  deleteSome(
    users,
    and(
      isNull(users.emailVerifiedAt),
      lt(users.createdAt, daysAgo(env().RETENTION_UNVERIFIED_ACCOUNT_DAYS)),
      // Super admins have no address.
      ne(users.role, 'superadmin'),
    ),
    limit,
  );

export const verifyYourEmail = () => t('common.pleaseVerifyYourEmail');

/** Derives a username from a name: lower-case ASCII letters, digits and dots, with a number that makes it unique. */
function freeUsername(tx: Transaction, name: string): string {
  const base =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.+|\.+$/g, '')
      .slice(0, 40)
      .replace(/\.$/, '') || 'user';
  const isFree = (username: string) =>
    !tx.select({ id: users.id }).from(users).where(eq(users.username, username)).get();
  if (isFree(base)) return base;
  for (let number = 2; number < 20; number += 1) if (isFree(`${base}${number}`)) return `${base}${number}`;
  // Many accounts share the name: try random numbers instead of searching for a free one.
  let username: string;
  do username = `${base}${randomInt(100, 10_000_000)}`;
  while (!isFree(username));
  return username;
}

type Registration = z.output<typeof registerSchema>;

/**
 * Does the slow work of a registration, which an address that has an account costs as well, so that both take the same time.
 * @throws AppError invalid, naming the password or an issuer's name; rate-limited; busy
 */
export async function prepareRegistration(
  actor: Actor,
  { name, password, role }: Pick<Registration, 'name' | 'password' | 'role'>,
) {
  if (role === 'admin') requirePrintableName(name);
  const passwordHash = await withinLimit(actor, 'register', async () => {
    await requireUnbreached(password, 'password');
    return hashPassword(password, clientOf(actor));
  });
  return { passwordHash, skeletons: skeletonsOf(name) };
}

type NewAccount = Omit<Registration, 'password'> & Awaited<ReturnType<typeof prepareRegistration>>;

/** Stores an account with an address that nobody has confirmed, and an issuer's organisation. @returns its ID */
export function insertAccount(
  tx: Transaction,
  actor: Actor,
  { name, email, role, passwordHash, skeletons }: NewAccount,
  id = newId(),
): string {
  const username = freeUsername(tx, name);
  // The system reads no page.
  const language = actor.kind === 'system' ? null : readerLanguage();
  const { seq } = tx
    .insert(users)
    .values({ id, name, email, username, role, passwordHash, language, createdAt: now() })
    .returning({ seq: users.seq })
    .get();
  if (role === 'admin') {
    storeNameSkeletons(tx, seq, skeletons);
    foundOrganisation(tx, { id, name, username });
  }
  return id;
}

/** The kind of token that shows in which browser an account was registered. */
export const REGISTERED = 'registered here';

/**
 * Registers an account, which can log in once its address is verified. It keeps the reader's language. An
 * existing address gets the same response in the same time, and its owner gets a mail. A mailbox gets at most
 * five of these mails an hour, with all its subaddresses.
 * @param input {name, email, password, role: 'admin' | 'corporate' | 'individual'}
 * @param redirectTo path of this site to open after the first login; the mailed link carries it
 * @returns the ID of the account; a random ID for an address in use, so that both look alike
 * @throws AppError invalid with 'Please fill in all fields.' or a message that names the field; rate-limited; busy
 */
export async function register(
  actor: Actor,
  input: z.output<typeof registerSchema>,
  redirectTo: string | null = null,
): Promise<{ message: string; id: string }> {
  const { email } = input;
  requireFewUnconfirmed(actor);
  const prepared = await prepareRegistration(actor, input);
  const mailAllowed = await mayMail(email, 'registration-mail');
  const id = newId();
  transaction((tx) => {
    requireFewUnconfirmed(actor);
    const owner =
      tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get()?.id ?? keptFor(email);
    if (owner !== null) {
      if (mailAllowed) enqueueMail(tx, addressTakenMail(email));
      else enqueueNothing(tx);
      countUnconfirmed(tx, actor, owner);
      return;
    }
    insertAccount(tx, actor, { ...input, ...prepared }, id);
    countUnconfirmed(tx, actor, id);
    const token = issueOneTimeToken(tx, id, 'verify-email');
    if (mailAllowed) enqueueMail(tx, verifyEmailMail(email, token, redirectTo));
    else enqueueNothing(tx);
  });
  return { message: verifyYourEmail(), id };
}
