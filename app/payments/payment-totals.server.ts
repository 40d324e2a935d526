import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { prepared, sqlite } from '#db/client.ts';

/** Received and refunded amounts of a day or month (UTC), in minor units. */
export type Total = { label: string; receivedMinor: number; refundedMinor: number };

const DAYS = 30;
const MONTHS = 12;
const DAY_MS = 24 * 3_600_000;

const iso = (ms: number, length: number) => new Date(ms).toISOString().slice(0, length);

const totals = prepared(() =>
  sqlite().prepare<unknown[], Total>(
    `select substr(day, 1, @length) as label, sum(received_minor) as receivedMinor, sum(refunded_minor) as refundedMinor
     from payment_days where day >= @since group by 1`,
  ),
);

function sums(labels: string[], length: number): Total[] {
  const found = totals().all({ length, since: labels[0] });
  const byLabel = new Map(found.map((total) => [total.label, total]));
  return labels.map((label) => byLabel.get(label) ?? { label, receivedMinor: 0, refundedMinor: 0 });
}

/**
 * Received and refunded amounts for the last 30 days and the last 12 months. They come from counters, one row a day.
 * @throws AppError unauthenticated; forbidden
 */
export function paymentTotals(actor: Actor): { byDay: Total[]; byMonth: Total[] } {
  requireSuperAdmin(actor);
  const today = now();
  const date = new Date(today);
  const days = Array.from({ length: DAYS }, (_, index) => iso(today - (DAYS - 1 - index) * DAY_MS, 10));
  const months = Array.from({ length: MONTHS }, (_, index) =>
    iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS + 1 + index, 1), 7),
  );
  return { byDay: sums(days, 10), byMonth: sums(months, 7) };
}
