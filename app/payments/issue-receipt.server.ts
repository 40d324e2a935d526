import { eq, sql } from 'drizzle-orm';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { documentNumbers, payments, receipts } from '#db/schema/payments.ts';
import { payerOf } from './payment-state.server.ts';
import { currentSeller, printedSeller } from './seller-details.server.ts';
import { type PaymentRow, subjectOf } from './subjects.server.ts';

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
