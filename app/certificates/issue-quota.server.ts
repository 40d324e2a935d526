import { env } from '#app/config/env.server.ts';
import { formatNumber } from '#app/messages/format-numbers.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { noteLimit } from '#app/shared/request-cost.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';
import { t } from '#messages';

const DAY_MS = 86_400_000;

const statements = prepared(() => ({
  /** Counts certificates if the quota allows all of them. Otherwise changes nothing. */
  add: sqlite().prepare(
    `update issuer_quotas set issued = iif(day = @day, issued, 0) + @count, day = @day
     where user_id = @issuer and iif(day = @day, issued, 0) + @count <= coalesce(per_day, @usual)`,
  ),
  begin: sqlite().prepare('insert into issuer_quotas (user_id) values (?) on conflict do nothing'),
  quota: sqlite().prepare('select coalesce(per_day, ?) from issuer_quotas where user_id = ?').pluck(),
  used: sqlite().prepare<[{ issuer: string; day: string; usual: number }], { quota: number; issued: number }>(
    `select coalesce(per_day, @usual) as quota, iif(day = @day, issued, 0) as issued
     from issuer_quotas where user_id = @issuer`,
  ),
  takeBack: sqlite().prepare(
    'update issuer_quotas set issued = max(issued - @count, 0) where user_id = @issuer and day = @day',
  ),
}));

const dayOf = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);

/** Seconds until the day ends (UTC). */
const restOfDay = (at: number) => Math.ceil((DAY_MS - (at % DAY_MS)) / 1_000);

/**
 * Counts certificates towards their issuer's quota of the day (UTC). Call this in the transaction that issues them or starts
 * their batch. Counts all of them or none.
 * @throws AppError rate-limited, until the next day begins
 */
export function countTowardsQuota(_tx: Transaction, issuerId: string, count = 1) {
  if (env().RATE_LIMITS === 'off') return;
  const usual = env().ISSUE_QUOTA_PER_DAY;
  const at = now();
  const { add, begin, quota } = statements();
  const input = { issuer: issuerId, day: dayOf(at), usual, count };
  if (add.run(input).changes === 1) return;
  if (begin.run(issuerId).changes === 1 && add.run(input).changes === 1) return;
  const perDay = formatNumber(Number(quota.get(usual, issuerId)));
  throw new AppError(
    'rate-limited',
    t('issueQuota.theCount2CertificatesExceedTheRest', { count, perDay, count2: formatNumber(count) }),
    { retryAfterSeconds: restOfDay(at) },
  );
}

/** Reports the rest of an issuer's daily quota in the RateLimit header. Call it after the transaction that counts. */
export function noteQuota(issuerId: string) {
  if (env().RATE_LIMITS === 'off') return;
  noteLimit('certificates', () => {
    const at = now();
    const found = statements().used.get({
      issuer: issuerId,
      day: dayOf(at),
      usual: env().ISSUE_QUOTA_PER_DAY,
    });
    if (!found) return null;
    const { quota, issued } = found;
    return { quota, window: DAY_MS / 1_000, left: Math.max(0, quota - issued), reset: restOfDay(at) };
  });
}

/** Returns certificates that were not issued to the quota, if it is still the day on which they were counted. */
export function giveBackToQuota(_tx: Transaction, issuerId: string, count: number, countedAt: number) {
  statements().takeBack.run({ issuer: issuerId, day: dayOf(countedAt), count });
}
