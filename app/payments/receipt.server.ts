import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { ENGLISH } from '#app/messages/catalogs.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { payments, type ReceiptFacts, receipts } from '#db/schema/payments.ts';
import { readableBy, toPayment } from './payment-state.server.ts';
import { includedTax } from './tax.ts';

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
