import { and, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { shownName } from '#app/accounts/account-names.server.ts';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { payments } from '#db/schema/payments.ts';
import type { paymentListSchema } from './payment.schema.ts';
import { type Payment, toPayment } from './payment-state.server.ts';
import { searchSubjects } from './subjects.server.ts';

export type ListedPayment = Payment & { payer: { name: string; email: string | null } };
export type PaymentPage = { payments: ListedPayment[]; nextCursor: string | null };

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
