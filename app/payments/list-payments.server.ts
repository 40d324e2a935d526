import { and, asc, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { shownName } from '#app/accounts/account-names.server.ts';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { sentence } from '#app/shared/fields.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { dateRangeSchema, listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { db, prepared, sqlite } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditNotes, payments, receipts } from '#db/schema/payments.ts';
import { t } from '#messages';
import { type Payment, searchSubjects, toPayment } from './payment.server.ts';
import { includedTax } from './receipt-lines.ts';
import { PAYMENT_STATES } from './state-labels.ts';

/** Query parameters of the list of all payments. */
export const paymentListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  state: z.enum(['', ...PAYMENT_STATES]).default(''),
  ...dateRangeSchema.shape,
});

/** Input of a refund. */
export const refundSchema = z.object({ reason: sentence(() => t('common.reason'), 500) });

export type ListedPayment = Payment & { payer: { name: string; email: string | null } };
type PaymentPage = { payments: ListedPayment[]; nextCursor: string | null };

const DAY_MS = 24 * 3_600_000;

/** Payments that match a search by receipt, credit note, ID, ID at the gateway, or item. */
function matching(q: string): SQL {
  const receipt = /^(?:R-)?0*(\d{1,9})$/i.exec(q)?.[1] ?? null;
  const creditNote = /^C-0*(\d{1,9})$/i.exec(q)?.[1] ?? null;
  return sql`${payments.seq} in (
    select seq from payments where id = ${q}
    union select seq from payments where gateway_reference = ${q}
    union select seq from payments where receipt_number = ${receipt === null ? null : Number(receipt)}
    union select p.seq from credit_notes c join payments p on p.id = c.payment_id where c.number = ${creditNote === null ? null : Number(creditNote)}
    union select value from json_each(${JSON.stringify(searchSubjects(q))}))`;
}

/** The account with this email address. */
const payerWith = (email: string) =>
  db().select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase())).get();

/**
 * Payments before a cursor and up to a day, in the order of an index that also has days and states. Uses a single upper bound,
 * because with two SQLite would seek to one and read on to the other.
 */
function olderThan(cursor: string | undefined, to: string): SQL {
  const end = to === '' ? Number.MAX_SAFE_INTEGER : Date.parse(to) + DAY_MS;
  if (!cursor) return lt(payments.createdAt, end);
  const seq = seqBefore(cursor);
  const shown = { at: payments.createdAt };
  const upTo = lte(payments.seq, seq);
  const last = db().select(shown).from(payments).where(upTo).orderBy(desc(payments.seq)).limit(1).get();
  if (!last) return sql`false`;
  if (last.at >= end) return lt(payments.createdAt, end);
  return sql`(${payments.createdAt}, ${payments.seq}) < (${last.at}, ${seq})`;
}

/**
 * One page of all payments, newest first.
 * @param input {limit, cursor, q, state, from, to}; the dates are days in UTC
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listPayments(actor: Actor, input: z.output<typeof paymentListSchema>): PaymentPage {
  requireSuperAdmin(actor);
  const { limit, cursor, q, state, from, to } = input;
  const words = q.trim();
  const payer = words.includes('@') ? payerWith(words) : undefined;
  const found = db()
    .select({ payment: payments, seq: payments.seq, payer: { name: users.name, email: users.email } })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.payerId))
    .where(
      and(
        // The payments of one payer have an index of their own.
        payer
          ? and(eq(payments.payerId, payer.id), lt(payments.seq, seqBefore(cursor)))
          : olderThan(cursor, to),
        state === '' ? undefined : eq(payments.state, state),
        from === '' ? undefined : gte(payments.createdAt, Date.parse(from)),
        payer && to !== '' ? lt(payments.createdAt, Date.parse(to) + DAY_MS) : undefined,
        words === '' || payer ? undefined : matching(words),
      ),
    )
    .orderBy(...(payer ? [] : [desc(payments.createdAt)]), desc(payments.seq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  return {
    payments: rows.map(({ payment, payer: { name, email } }) => ({
      ...toPayment(payment),
      payer: { name: shownName(name), email },
    })),
    nextCursor,
  };
}

/** A payment with its bookkeeping data. Times are in ms UTC. */
export type ExportedPayment = ListedPayment & {
  /** When it was charged, or null. */
  settledAt: number | null;
  /** The included tax. Null without a receipt or a tax rate. */
  taxMinor: number | null;
  creditNotes: { number: number; amountMinor: number; taxMinor: number }[];
};

/**
 * One page of all payments with their documents.
 * @param input as for `listPayments`
 * @throws AppError as `listPayments`
 */
export function exportPayments(
  actor: Actor,
  input: Parameters<typeof listPayments>[1],
): { payments: ExportedPayment[]; nextCursor: string | null } {
  const { payments: listed, nextCursor } = listPayments(actor, input);
  const ids = listed.map(({ id }) => id);
  const receiptOf = new Map(
    db()
      .select({
        id: receipts.paymentId,
        settledAt: receipts.issuedAt,
        rate: receipts.taxRate,
        amountMinor: payments.amountMinor,
      })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(inArray(receipts.paymentId, ids))
      .all()
      .map(({ id, settledAt, rate, amountMinor }) => [
        id,
        { settledAt, taxMinor: rate === null ? null : includedTax(amountMinor, rate) },
      ]),
  );
  const notes = Map.groupBy(
    db()
      .select({
        paymentId: creditNotes.paymentId,
        number: creditNotes.number,
        amountMinor: creditNotes.amountMinor,
        taxMinor: creditNotes.taxMinor,
      })
      .from(creditNotes)
      .where(inArray(creditNotes.paymentId, ids))
      .orderBy(asc(creditNotes.number))
      .all(),
    ({ paymentId }) => paymentId,
  );
  return {
    payments: listed.map((payment) => ({
      ...payment,
      settledAt: null,
      taxMinor: null,
      ...receiptOf.get(payment.id),
      creditNotes: notes.get(payment.id) ?? [],
    })),
    nextCursor,
  };
}

/** Received and refunded amounts of a day or month (UTC), in minor units. */
export type Total = { label: string; receivedMinor: number; refundedMinor: number };

const DAYS = 30;
const MONTHS = 12;

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
