import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';
import { type Batch, type BatchRecord, findBatch, ownBatch } from './batch.server.ts';

/**
 * Marks a batch that is not done as cancelled, inside a transaction, withdraws its certificates that wait, and returns its unissued rows
 * to the daily quota.
 * @returns false if the batch was already done or cancelled
 */
export function cancelRecord(
  tx: Transaction,
  who: Who,
  { seq, issuerId }: Pick<BatchRecord, 'seq' | 'issuerId'>,
): boolean {
  const open = and(eq(batches.seq, seq), inArray(batches.status, ['ready', 'issuing', 'scheduled']));
  const batch = tx.update(batches).set({ status: 'cancelled', endedAt: now() }).where(open).returning().get();
  if (!batch) return false;
  tx.delete(scheduledCertificates).where(eq(scheduledCertificates.batchSeq, seq)).run();
  if (batch.startedAt !== null) {
    giveBackToQuota(tx, issuerId, batch.total - batch.failed - batch.issued, batch.startedAt);
  }
  const { id, issued } = batch;
  recordAct(tx, who, 'batch.cancelled', { object: ['batch', id], organisation: issuerId, after: { issued } });
  return true;
}

/**
 * Cancels one of the actor's batches. Certificates that it issued stay valid; its remaining rows are never issued.
 * @throws AppError as `ownBatch`; conflict if it is done or cancelled already
 */
export function cancelBatch(actor: Actor, id: string): Batch {
  requireIssuer(actor, 'certificates');
  const batch = ownBatch(actor, id);
  const isCancelled = transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    return cancelRecord(tx, actor, batch);
  });
  if (!isCancelled) throw new AppError('conflict', t('cancelBatch.thisBatchIsAlreadyDoneOrCancelled'));
  return findBatch(actor, id);
}
