import { and, eq, sql } from 'drizzle-orm';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { documentNumbers, payments, type ReceiptFacts, receipts } from '#db/schema/payments.ts';
import { type PaymentRow, payerOf, readableBy, subjectOf, toPayment } from './payment.server.ts';
import { includedTax } from './receipt-lines.ts';
import { currentSeller, printedSeller } from './seller-details.server.ts';

/**
 * Issues a payment's receipt in the transaction that settles it. Copies the seller's and buyer's details, so that later changes
 * do not affect it.
 */
export function issueReceipt(tx: Transaction, payment: PaymentRow) {
  const number = nextNumber(tx, 'receipt');
  const seller = currentSeller(tx);
  const payer = payerOf(tx, payment);
  const language = accountLanguage(payer);
  tx.update(payments).set({ receiptNumber: number }).where(eq(payments.id, payment.id)).run();
  tx.insert(receipts)
    .values({
      paymentId: payment.id,
      number,
      issuedAt: payment.settledAt ?? now(),
      taxRate: seller?.taxRate ?? null,
      facts: {
        seller: printedSeller(seller),
        buyer: {
          name: payer?.name ?? '',
          email: payer?.email ?? null,
          company: payment.buyerCompany,
          taxId: payment.buyerTaxId,
        },
        lines: inLanguage(language, () => subjectOf(payment).describe(tx, payment).lines),
      },
      language,
    })
    .run();
}

type Series = (typeof documentNumbers.$inferSelect)['series'];

/** Takes the next number of a series. A rollback returns it, so that no number is missing. */
export function nextNumber(tx: Transaction, series: Series): number {
  const row = tx
    .insert(documentNumbers)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: documentNumbers.series, set: { last: sql`${documentNumbers.last} + 1` } })
    .returning()
    .get();
  return row.last;
}

/** The content of a receipt as it was issued. */
export type Receipt = ReceiptFacts & {
  /** The payment's ID. */
  id: string;
  /** Consecutive over all receipts, without gaps. */
  number: number;
  amountMinor: number;
  currency: string;
  /** The included tax. `rate` is in hundredths of a percent. */
  tax: { rate: number; amountMinor: number } | null;
  gateway: string;
  /** Null if the card was entered at the gateway. */
  card: { brand: string; last4: string } | null;
  /** Milliseconds UTC. */
  issuedAt: number;
  /** The language in which it is printed. */
  language: string;
};

/**
 * The receipt of a payment, for its payer and super admins.
 * @throws AppError unauthenticated; not-found, also for other accounts' receipts
 */
export function receiptOf(actor: Actor, paymentId: string): Receipt {
  requireMember(actor);
  const row = db()
    .select({ payment: payments, receipt: receipts })
    .from(payments)
    .innerJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(and(eq(payments.id, paymentId), readableBy(actor)))
    .get();
  if (!row) throw notFound();
  const { payment, receipt } = row;
  const { taxRate: rate, number, issuedAt, facts } = receipt;
  const { id, amountMinor, currency, gateway } = payment;
  const language = receipt.language ?? ENGLISH;
  return {
    ...facts,
    id,
    number,
    amountMinor,
    currency,
    tax: rate === null ? null : { rate, amountMinor: includedTax(amountMinor, rate) },
    gateway,
    card: inLanguage(language, () => toPayment(payment).card),
    issuedAt,
    language,
  };
}
