import { asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { db } from '#db/client.ts';
import { creditNotes, payments, receipts } from '#db/schema/payments.ts';
import { type ListedPayment, listPayments } from './list-payments.server.ts';
import { includedTax } from './tax.ts';

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
