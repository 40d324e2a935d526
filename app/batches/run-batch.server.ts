import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, type Issuer, memberId, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { countTowardsQuota, giveBackToQuota, noteQuota } from '#app/certificates/issue-quota.server.ts';
import { holdMinutesOf } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { createWakeUp } from '#app/processes/other-processes.server.ts';
import { workInSteps } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
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

const waitingOf = preparedValue<number>('select count(*) from scheduled_certificates where batch_seq = ?');

/**
 * Marks a batch that is not done as cancelled, inside a transaction, and returns its unissued rows to the daily quota. None of its
 * certificates that wait is issued from then on; the caller or the task of batches calls `withdrawCancelled`.
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
  const { id, issued, total, failed, startedAt } = batch;
  if (startedAt !== null) {
    // Those that wait are returned when they are withdrawn.
    giveBackToQuota(tx, issuerId, total - failed - issued - (waitingOf().get(seq) ?? 0), startedAt);
  }
  recordAct(tx, who, 'batch.cancelled', { object: ['batch', id], organisation: issuerId, after: { issued } });
  return true;
}

// Reads one entry of the index for each batch that has certificates that wait.
const cancelledBatch = preparedSql<{ seq: number; issuerId: string; startedAt: number | null }>(
  `with recursive waits(seq) as (
     select min(batch_seq) from scheduled_certificates where batch_seq is not null
     union all
     select (select min(batch_seq) from scheduled_certificates where batch_seq > waits.seq) from waits where seq is not null)
   select b.seq, b.issuer_id as issuerId, b.started_at as startedAt from waits join batches b on b.seq = waits.seq
   where b.status = 'cancelled' limit 1`,
);
const withdrawSome = preparedSql(
  'delete from scheduled_certificates where seq in (select seq from scheduled_certificates where batch_seq = ? limit ?)',
);

/** Certificates per transaction, at most. */
const MOST_A_STEP = 1_000;

/** Withdraws the certificates that wait of cancelled batches, in steps. Goes on after a kill when it is called again. */
export const withdrawCancelled = () =>
  workInSteps(MOST_A_STEP, (most) =>
    transaction((tx) => {
      const batch = cancelledBatch().get();
      if (!batch) return false;
      const { changes } = withdrawSome().run(batch.seq, most);
      giveBackToQuota(tx, batch.issuerId, changes, batch.startedAt ?? 0);
      return true;
    }),
  );

/**
 * Cancels one of the actor's batches, and withdraws its certificates that wait. Certificates that it issued stay valid; its remaining rows
 * are never issued.
 * @throws AppError as `ownBatch`; conflict if it is done or cancelled already
 */
export async function cancelBatch(actor: Actor, id: string): Promise<Batch> {
  requireIssuer(actor, 'certificates');
  const batch = ownBatch(actor, id);
  const cancelled = transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    if (!cancelRecord(tx, actor, batch))
      throw new AppError('conflict', t('cancelBatch.thisBatchIsAlreadyDoneOrCancelled'));
    return storeAnswer(tx, findBatch(actor, id));
  });
  await withdrawCancelled();
  return cancelled;
}
