import { and, eq } from 'drizzle-orm';
import { type Actor, type Issuer, memberId, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { countTowardsQuota, noteQuota } from '#app/certificates/issue-quota.server.ts';
import { holdMinutesOf } from '#app/certificates/scheduled/hold-settings.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { createWakeUp } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';
import { t } from '#messages';
import { type Batch, type BatchRecord, findBatch, ownBatch } from './batch.server.ts';
import { requireNoUnreadZip } from './pictures/zip-files.server.ts';

type Startable = Pick<BatchRecord, 'seq' | 'id' | 'issuerId' | 'total' | 'failed' | 'holdMinutes'>;

/**
 * Starts a ready batch, in a transaction. All of its rows count towards the daily quota now, so that the quota cannot stop the
 * batch half-way.
 * @throws AppError conflict unless it is ready and its photographs are read; rate-limited over the daily quota; busy when the log cannot be continued
 */
export function startRecord(
  tx: Transaction,
  actor: Issuer,
  { seq, id, issuerId, total, failed, holdMinutes }: Startable,
) {
  requireStillMay(tx, actor, 'certificates');
  requireWritableLog();
  requireNoUnreadZip(seq);
  const isEmpty = total === failed;
  const { changes } = tx
    .update(batches)
    .set({
      status: isEmpty ? 'done' : 'issuing',
      startedAt: now(),
      startedBy: memberId(actor),
      holdMinutes: holdMinutes ?? holdMinutesOf(issuerId),
      endedAt: isEmpty ? now() : null,
    })
    .where(and(eq(batches.seq, seq), eq(batches.status, 'ready')))
    .run();
  if (changes === 0) throw new AppError('conflict', t('startBatch.thisBatchWasAlreadyStartedOrCancelled'));
  if (isEmpty) appendEvent(tx, 'batch.done', { objectId: id, accountId: issuerId });
  else countTowardsQuota(tx, issuerId, total - failed);
  recordAct(tx, actor, 'batch.started', { object: ['batch', id], after: { certificates: total - failed } });
  wakeIssuing();
}

/**
 * Starts issuing one of the actor's batches in the background.
 * @param isConfirmed whether rows with warnings are issued as they are
 * @throws AppError as `ownBatch` and `startRecord`; invalid for warnings that are not confirmed
 */
export function startBatch(actor: Actor, id: string, isConfirmed = true): Batch {
  requireIssuer(actor, 'certificates');
  const batch = ownBatch(actor, id);
  if (batch.warned > 0 && !isConfirmed) {
    const message = t('startBatch.confirmTheRowsWithWarnings');
    throw invalid(message, { confirm: [message] });
  }
  try {
    transaction((tx) => startRecord(tx, actor, batch));
  } finally {
    noteQuota(batch.issuerId);
  }
  return findBatch(actor, id);
}

const issuing = createWakeUp('batch');

/** Sets the callback for started batches. It runs inside the transaction that starts one, before the commit. */
export const onBatchStarted = issuing.on;

/** Wakes the task that issues batches, in whichever process it runs. Call this after a batch is started. */
export const wakeIssuing = issuing.wake;
