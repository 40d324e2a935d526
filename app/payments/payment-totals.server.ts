import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';

/** Received and refunded amounts of one day or month (UTC), in minor units. */
export type Total = { label: string; receivedMinor: number; refundedMinor: number };

const DAYS = 30;
const MONTHS = 12;
const DAY_MS = 24 * 3_600_000;

const iso = (ms: number, length: number) => new Date(ms).toISOString().slice(0, length);

function sums(labels: string[], length: number): Total[] {
  const since = Date.parse(labels[0] ?? '');
  const read = (sql: string) =>
    new Map(sqlite.prepare(sql).raw().all(length, since) as [label: string, amount: number][]);
  const label = (column: string) => `substr(date(${column} / 1000, 'unixepoch'), 1, ?)`;
  const received = read(
    `select ${label('settled_at')}, sum(amount_minor) from payments
     where receipt_number is not null and settled_at >= ? group by 1`,
  );
  const refunded = read(
    `select ${label('r.requested_at')}, sum(p.amount_minor) from refunds r join payments p on p.id = r.payment_id
     where r.requested_at >= ? and p.receipt_number is not null group by 1`,
  );
  return labels.map((name) => ({
    label: name,
    receivedMinor: received.get(name) ?? 0,
    refundedMinor: refunded.get(name) ?? 0,
  }));
}

/**
 * What was received and refunded on each of the last 30 days and in each of the last 12 months.
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
