import { eq } from 'drizzle-orm';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { paymentRefundedMail } from '#app/mail/payment-mails.server.ts';
import { returnCredit } from '#app/payments/credit/ledger.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { refunds } from '#db/schema/payments.ts';
import type { Outcome } from './gateway.ts';
import { changeState, isOpen, type PaymentRow, payerOf, subjectOf } from './payment.server.ts';
import { creditedMinor, issueCreditNote, issueReceipt } from './receipt.server.ts';
import { reasonText, storedReason } from './stored-reasons.ts';

/** Issues and mails a credit note for an amount, and appends the event. */
function giveBack(tx: Transaction, payment: PaymentRow, amountMinor: number, reason: string) {
  appendEvent(tx, 'payment.refunded', { objectId: payment.id, accountId: payment.payerId });
  const note = issueCreditNote(tx, payment, { amountMinor, cause: 'refund', reason });
  const payer = payerOf(tx, payment);
  if (!payer?.email || !note) return;
  const title = () => subjectOf(payment).describe(tx, payment).title;
  const isWhole = note.amountMinor === payment.amountMinor;
  const { name, email } = payer;
  enqueueMail(
    tx,
    paymentRefundedMail({
      name,
      email,
      title,
      reason: () => reasonText(reason),
      isWhole,
      toCredit: payment.gateway === 'invoice',
      amountMinor: note.amountMinor,
      creditNoteId: note.id,
    }),
  );
}

type Refund = { reason: string; by?: string | null; isDone?: boolean; who?: Who };

/**
 * Orders a refund of the amount that is not refunded yet, and revokes the purchase.
 * @param reason a stored reason, or a person's text
 * @param by the super admin who refunds it; null for an automatic refund
 * @param who orders it, for the audit trail
 * @param isDone whether the gateway has already refunded it
 */
export function refundPayment(
  tx: Transaction,
  payment: PaymentRow,
  { reason, by = null, isDone = false, who = { kind: 'system' } }: Refund,
) {
  const at = now();
  const charged = { ...payment, settledAt: payment.settledAt ?? at };
  changeState(tx, payment, { state: 'refunded', settledAt: charged.settledAt }, reason);
  tx.insert(refunds)
    .values({
      paymentId: payment.id,
      reason,
      requestedBy: by,
      requestedAt: at,
      completedAt: isDone || returnCredit(tx, payment) ? at : null,
      nextAttemptAt: at,
    })
    .run();
  // A payment that is rejected on arrival was charged all the same.
  if (payment.receiptNumber === null) issueReceipt(tx, charged);
  giveBack(tx, charged, payment.amountMinor, reason);
  subjectOf(payment).revoke(tx, payment);
  const { state, amountMinor } = payment;
  recordAct(tx, who, 'payment.refunded', {
    object: ['payment', payment.id],
    before: { state },
    after: { amountMinor },
  });
}

/** Records a full or partial refund that was made at the gateway. */
export function settleRefunded(
  tx: Transaction,
  payment: PaymentRow,
  { refundedMinor }: Extract<Outcome, { state: 'refunded' }>,
) {
  const isWhole = refundedMinor >= payment.amountMinor;
  if (payment.state === 'refunded') {
    if (!isWhole) return;
    tx.update(refunds).set({ completedAt: now() }).where(eq(refunds.paymentId, payment.id)).run();
    return;
  }
  if (!isOpen(payment) && payment.state !== 'paid' && payment.state !== 'disputed') return;
  if (isWhole)
    return refundPayment(tx, payment, { reason: storedReason('refunded-at-provider'), isDone: true });
  // The gateway reports the sum of all refunds so far.
  const part = refundedMinor - creditedMinor(tx, payment.id, 'refund');
  if (part <= 0 || isOpen(payment)) return;
  const detail = storedReason('refunded-part', refundedMinor, payment.amountMinor);
  changeState(tx, payment, { state: payment.state }, detail);
  giveBack(tx, payment, part, storedReason('part-refunded-at-provider'));
}
