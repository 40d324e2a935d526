import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';
import { type Batch, type BatchRecord, findBatch, ownBatch } from './batch.server.ts';

/**
 * Ends a batch before its last row, in a transaction. What is not issued does not count towards the quota any more.
 * @returns false when it had ended already
 */
export function cancelRecord(
  tx: Transaction,
  { seq, issuerId }: Pick<BatchRecord, 'seq' | 'issuerId'>,
): boolean {
  const open = and(eq(batches.seq, seq), inArray(batches.status, ['ready', 'issuing']));
  const batch = tx.update(batches).set({ status: 'cancelled', endedAt: now() }).where(open).returning().get();
  if (!batch) return false;
  if (batch.startedAt !== null) {
    giveBackToQuota(tx, issuerId, batch.total - batch.failed - batch.issued, batch.startedAt);
  }
  return true;
}

/**
 * Cancels a batch of the actor's own: what is issued stays issued, and nothing more of it is.
 * @throws AppError as `ownBatch`; conflict when it is done or cancelled already
 */
export function cancelBatch(actor: Actor, id: string): Batch {
  const batch = ownBatch(actor, id);
  const isCancelled = transaction((tx) => cancelRecord(tx, batch));
  if (!isCancelled) throw new AppError('conflict', 'This batch is done or cancelled already.');
  return findBatch(actor, id);
}
