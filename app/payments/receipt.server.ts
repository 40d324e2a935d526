import { and, asc, eq, sql, sum } from 'drizzle-orm';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { creditNotes, documentNumbers, payments, type ReceiptFacts, receipts } from '#db/schema/payments.ts';
import { type PaymentRow, payerOf, readableBy, subjectOf, toPayment } from './payment.server.ts';
import { includedTax } from './receipt-lines.ts';
import { currentSeller, printedSeller } from './seller-details.server.ts';
import { reasonText } from './stored-reasons.ts';

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

type Row = typeof creditNotes.$inferSelect;

/** Sum of a payment's credit notes in minor units. With `cause`, only those with this cause. */
export function creditedMinor(tx: Transaction, paymentId: string, cause?: Row['cause']): number {
  const { total } =
    tx
      .select({ total: sum(creditNotes.amountMinor).mapWith(Number) })
      .from(creditNotes)
      .where(and(eq(creditNotes.paymentId, paymentId), cause && eq(creditNotes.cause, cause)))
      .get() ?? {};
  return total ?? 0;
}

/**
 * Issues a credit note in the transaction of a refund or lost dispute. Together, the credit notes of a payment return its whole
 * tax.
 * @param amountMinor at most the amount that is not credited yet
 * @param reason a stored reason, or a person's text. Like a receipt, the note keeps its words in its own language
 * @returns its ID, or null when the payment is fully credited
 */
export function issueCreditNote(
  tx: Transaction,
  payment: PaymentRow,
  { amountMinor, cause, reason }: Pick<Row, 'amountMinor' | 'cause' | 'reason'>,
): Pick<Row, 'id' | 'amountMinor'> | null {
  const receipt = tx.select().from(receipts).where(eq(receipts.paymentId, payment.id)).get();
  const credited = creditedMinor(tx, payment.id);
  const amount = Math.min(amountMinor, payment.amountMinor - credited);
  if (!receipt || amount <= 0) return null;
  const taxOf = (minor: number) => includedTax(minor, receipt.taxRate);
  const id = newId();
  const language = accountLanguage(payerOf(tx, payment));
  tx.insert(creditNotes)
    .values({
      id,
      number: nextNumber(tx, 'credit-note'),
      paymentId: payment.id,
      issuedAt: now(),
      amountMinor: amount,
      taxMinor: taxOf(credited + amount) - taxOf(credited),
      cause,
      reason: inLanguage(language, () => reasonText(reason)),
      seller: printedSeller(currentSeller(tx)) ?? receipt.facts.seller,
      language,
    })
    .run();
  return { id, amountMinor: amount };
}

/** The content of a credit note as it was issued. */
export type CreditNote = Pick<ReceiptFacts, 'seller' | 'buyer' | 'lines'> & {
  id: string;
  /** Consecutive over all credit notes, without gaps. */
  number: number;
  /** The payment of the receipt that it refers to. */
  paymentId: string;
  receiptNumber: number;
  amountMinor: number;
  currency: string;
  /** The included tax. `rate` is in hundredths of a percent. */
  tax: { rate: number; amountMinor: number } | null;
  reason: string;
  /** Milliseconds UTC. */
  issuedAt: number;
  /** The language in which it is printed. */
  language: string;
};

/**
 * A credit note, for its payer and super admins.
 * @throws AppError unauthenticated; not-found, also for other accounts' credit notes
 */
export function creditNoteOf(actor: Actor, id: string): CreditNote {
  requireMember(actor);
  const row = db()
    .select({ note: creditNotes, receipt: receipts, currency: payments.currency })
    .from(creditNotes)
    .innerJoin(payments, eq(payments.id, creditNotes.paymentId))
    .innerJoin(receipts, eq(receipts.paymentId, creditNotes.paymentId))
    .where(and(eq(creditNotes.id, id), readableBy(actor)))
    .get();
  if (!row) throw notFound();
  const { note, receipt, currency } = row;
  const { number, paymentId, amountMinor, taxMinor, reason, issuedAt, seller } = note;
  const rate = receipt.taxRate;
  return {
    id,
    number,
    paymentId,
    receiptNumber: receipt.number,
    seller,
    buyer: receipt.facts.buyer,
    lines: receipt.facts.lines,
    amountMinor,
    currency,
    tax: rate === null ? null : { rate, amountMinor: taxMinor },
    reason,
    issuedAt,
    language: note.language ?? ENGLISH,
  };
}

/** The credit notes of a payment, oldest first. Callers must have checked that the reader may see the payment. */
export const creditNotesFor = (paymentId: string): Pick<CreditNote, 'id' | 'number'>[] =>
  db()
    .select({ id: creditNotes.id, number: creditNotes.number })
    .from(creditNotes)
    .where(eq(creditNotes.paymentId, paymentId))
    .orderBy(asc(creditNotes.number))
    .all();
