import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { passkeys } from '#db/schema/second-factor.ts';

export const MOST_PASSKEYS = 20;

export type Passkey = typeof passkeys.$inferSelect;

/** The passkeys of an account, newest first. Times are in ms UTC. */
export function listPasskeys(userId: string) {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return db()
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_PASSKEYS)
    .all();
}

/** The credential IDs and transports of an account's passkeys, for the options of WebAuthn. */
export const credentialsOf = (userId: string) =>
  db()
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(MOST_PASSKEYS)
    .all();

export const countPasskeys = (userId: string): number =>
  db().select({ number: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get()?.number ?? 0;

export const hasPasskeys = (userId: string): boolean => countPasskeys(userId) > 0;

export const findPasskey = (credentialId: string): Passkey | null =>
  db().select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get() ?? null;

/** @returns false if the passkey belongs to an account already */
export const insertPasskey = (tx: Transaction, passkey: typeof passkeys.$inferInsert): boolean =>
  tx.insert(passkeys).values(passkey).onConflictDoNothing().run().changes > 0;

/** @returns false for a passkey of another account */
export const deletePasskey = (tx: Transaction, userId: string, id: string): boolean =>
  tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .run().changes > 0;

/**
 * Stores the counter of a use. A counter that does not grow is that of a copied passkey, or of an answer that was used
 * (Web Authentication, section 6.1.1). Passkeys without a counter always send 0.
 * @returns false for such a counter, and for a passkey that was removed meanwhile
 */
export function countUse(tx: Transaction, id: string, counter: number): boolean {
  const grows = or(
    sql`${passkeys.counter} < ${counter}`,
    counter === 0 ? eq(passkeys.counter, 0) : sql`false`,
  );
  return (
    tx
      .update(passkeys)
      .set({ counter, lastUsedAt: now() })
      .where(and(eq(passkeys.id, id), grows))
      .run().changes > 0
  );
}
