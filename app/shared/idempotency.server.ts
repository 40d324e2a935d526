import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { deleteSome, type Transaction } from '#db/client.ts';
import { idempotencyKeys } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { now } from './clock.server.ts';
import { AppError, invalid } from './errors.server.ts';

const KEEP_MS = 48 * 3_600_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A caller's Idempotency-Key for one call with one body. */
export type IdempotentCall = { key: string; requestHash: string };

/** @throws AppError invalid for an Idempotency-Key that is empty, too long or not printable ASCII */
export function requireKeyFormat(key: string) {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid(t('common.idempotencyKeyMustBe'));
}

/**
 * Reads an Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header).
 * @param body the parsed input, whose canonical JSON is compared when the key is used again
 * @returns null without a key
 * @throws AppError invalid for a key that is empty, too long or not printable ASCII
 */
export function idempotentCall(
  userId: string,
  call: string,
  key: string | null | undefined,
  body: unknown,
): IdempotentCall | null {
  if (key === null || key === undefined) return null;
  requireKeyFormat(key);
  return { key: sha256([userId, call, key].join('\0')), requestHash: sha256(JSON.stringify(body)) };
}

/**
 * The id stored by `rememberResult`, or null for a new key.
 * @throws AppError unprocessable when the key was used with another body
 */
export function priorResult(tx: Transaction, call: IdempotentCall | null): string | null {
  if (!call) return null;
  const row = tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, call.key)).get();
  if (!row) return null;
  if (row.requestHash !== call.requestHash) {
    throw new AppError('unprocessable', t('idempotency.thisIdempotencyKeyWasUsedWithAnotherBody'));
  }
  return row.resultId;
}

/**
 * Stores a key's result in the transaction that creates it, so that a rejected request does not consume its key. A later result
 * replaces an earlier one that failed.
 * @throws AppError unprocessable when the key was used with another body
 */
export function rememberResult(tx: Transaction, call: IdempotentCall | null, resultId: string) {
  if (!call) return;
  priorResult(tx, call);
  tx.insert(idempotencyKeys)
    .values({ ...call, resultId, createdAt: now() })
    .onConflictDoUpdate({ target: idempotencyKeys.key, set: { resultId } })
    .run();
}

/**
 * Claims a one-time action, in the transaction of the action.
 * @returns false when it was claimed in the last two days
 */
export function claimOnce(tx: Transaction, ...what: string[]): boolean {
  const claim = { key: sha256(what.join('\0')), requestHash: '', resultId: '', createdAt: now() };
  return tx.insert(idempotencyKeys).values(claim).onConflictDoNothing().run().changes === 1;
}

/** Deletes keys older than two days. */
export const sweepIdempotencyKeys = (limit: number) =>
  deleteSome(idempotencyKeys, lt(idempotencyKeys.createdAt, now() - KEEP_MS), limit);
