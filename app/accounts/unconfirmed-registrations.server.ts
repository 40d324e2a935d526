import { and, eq, isNull, lt, ne } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { deleteSome, preparedValue, type Transaction } from '#db/client.ts';
import { unconfirmedRegistrations, users } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';
import { hashOfAddress } from './lockout.server.ts';
import { requireDaySince } from './rate-limits.server.ts';

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
