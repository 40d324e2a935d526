import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';

const DAY_MS = 86_400_000;
const number = new Intl.NumberFormat('en');

/** Counts one certificate if the quota allows it; otherwise changes nothing. */
const countOne = prepared(() =>
  sqlite.prepare(
    `insert into issuer_quotas (user_id, day, issued) values (@issuer, @day, 1)
     on conflict (user_id) do update set issued = iif(day = excluded.day, issued, 0) + 1, day = excluded.day
     where day <> excluded.day or issued < coalesce(per_day, @usual)`,
  ),
);
const quotaOf = prepared(() =>
  sqlite.prepare('select coalesce(per_day, ?) from issuer_quotas where user_id = ?').pluck(),
);

/**
 * Counts a certificate towards its issuer's daily quota (UTC), in the transaction that issues it.
 * @throws AppError rate-limited, until the next day begins
 */
export function countTowardsQuota(_tx: Transaction, issuerId: string) {
  if (env.RATE_LIMITS === 'off') return;
  const usual = env.ISSUE_QUOTA_PER_DAY;
  const at = now();
  const day = new Date(at).toISOString().slice(0, 10);
  if (countOne().run({ issuer: issuerId, day, usual }).changes === 1) return;
  const quota = number.format(Number(quotaOf().get(usual, issuerId)));
  throw new AppError(
    'rate-limited',
    `You have issued ${quota} certificates today, which is your daily quota. It resets at midnight UTC; a super admin can raise it.`,
    { retryAfterSeconds: Math.ceil((DAY_MS - (at % DAY_MS)) / 1_000) },
  );
}
