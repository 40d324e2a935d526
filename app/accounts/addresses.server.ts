import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { addressMovedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { accountAddresses, users } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';
import { isNamedToken } from './require-login.server.ts';

/** The addresses that an account added, sorted. */
export const otherAddresses = (userId: string): string[] =>
  db()
    .select({ address: accountAddresses.address })
    .from(accountAddresses)
    .where(eq(accountAddresses.userId, userId))
    .orderBy(asc(accountAddresses.address))
    .all()
    .map(({ address }) => address);

/**
 * All addresses that an actor's account has proved, its own first. None for a visitor, and for a named API token of an organisation,
 * which is not about the person who made it.
 */
export function addressesOf(actor: Actor): string[] {
  if (!('user' in actor) || (actor.organisation && isNamedToken(actor))) return [];
  const { id, email } = actor.user;
  // Only super admins have no address. Everybody else verified theirs before logging in.
  return email === null ? [] : [email, ...otherAddresses(id)];
}

/** The account whose own address this is, verified. */
export const verifiedOwner = (address: string): string | null =>
  db()
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.email, address), isNotNull(users.emailVerifiedAt)))
    .get()?.userId ?? null;

/** The account to which an address belongs: as its own, which must be verified, or as another one. */
export function ownerOfAddress(address: string): string | null {
  const other = db()
    .select({ userId: accountAddresses.userId })
    .from(accountAddresses)
    .where(eq(accountAddresses.address, address))
    .get();
  return verifiedOwner(address) ?? other?.userId ?? null;
}

/**
 * Removes an address from the account that added it, and informs that account by mail. Called when another
 * account has confirmed the address as its own.
 */
export function claimAddress(tx: Transaction, address: string) {
  const [removed] = tx
    .delete(accountAddresses)
    .where(eq(accountAddresses.address, address))
    .returning({ userId: accountAddresses.userId })
    .all();
  const former = removed && tx.select().from(users).where(eq(users.id, removed.userId)).get();
  if (former?.email) enqueueMail(tx, addressMovedMail({ name: former.name, email: former.email }, address));
}
