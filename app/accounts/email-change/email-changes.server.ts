import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped } from '#app/shared/ids.server.ts';
import { db, deleteSome } from '#db/client.ts';
import { emailChanges } from '#db/schema/account-recovery.ts';

/** How long the link to the new address works, and the one to the old address. */
export const CONFIRM_MS = 24 * 3_600_000;
export const UNDO_MS = 7 * 86_400_000;

export type EmailChange = typeof emailChanges.$inferSelect;

const live = () => gt(emailChanges.expiresAt, now());

/** The change of a mailed link that has not expired, done or not, or null. */
export function changeOfLink(link: 'confirmHash' | 'undoHash', token: string): EmailChange | null {
  if (!isTokenShaped(token)) return null;
  const isIt = and(eq(emailChanges[link], hashToken(token)), live());
  return db().select().from(emailChanges).where(isIt).get() ?? null;
}

/** The address to which an account asked to change, while its link works, or null. */
export function requestedEmail(userId: string): string | null {
  const open = and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), live());
  const newest = db().select().from(emailChanges).where(open).orderBy(desc(emailChanges.seq)).limit(1).get();
  return newest?.newEmail ?? null;
}

/**
 * The account that can still undo the change of an address, or null. The former address is reserved for that account: if another
 * account could take it, the change could not be undone.
 */
export function keptFor(address: string): string | null {
  const { userId, oldEmail, confirmedAt, undoneAt } = emailChanges;
  const kept = and(eq(oldEmail, address), isNotNull(confirmedAt), isNull(undoneAt), live());
  return db().select({ userId }).from(emailChanges).where(kept).limit(1).get()?.userId ?? null;
}

/** Whether an account's address was changed, or changed back, in the last seven days. */
export function changedLately(userId: string): boolean {
  const { confirmedAt } = emailChanges;
  const made = and(eq(emailChanges.userId, userId), isNotNull(confirmedAt), live());
  return db().select({ confirmedAt }).from(emailChanges).where(made).limit(1).get() !== undefined;
}

/** Deletes changes whose links have expired. */
export const sweepEmailChanges = (limit: number) =>
  deleteSome(emailChanges, lt(emailChanges.expiresAt, now()), limit);
