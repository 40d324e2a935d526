import { and, eq } from 'drizzle-orm';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { type DisputeMail, paymentDisputedMail } from '#app/mail/payment-mails.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { Transaction } from '#db/client.ts';
import { paymentEvents } from '#db/schema/payments.ts';
import { creditedMinor, issueCreditNote } from './credit-note.server.ts';
import type { Outcome } from './gateway.ts';
import { changeState, payerOf } from './payment-state.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { storedReason } from './stored-reasons.ts';
import { type PaymentRow, subjectOf } from './subjects.server.ts';

type Dispute = Extract<Outcome, { state: 'disputed' }>;

function tellPayer(
  tx: Transaction,
  payment: PaymentRow,
  event: Pick<DisputeMail, 'event' | 'amountMinor' | 'creditNoteId'>,
) {
  const payer = payerOf(tx, payment);
  if (!payer?.email) return;
  const { path } = subjectOf(payment).describe(tx, payment);
  const title = () => subjectOf(payment).describe(tx, payment).title;
  enqueueMail(tx, paymentDisputedMail({ name: payer.name, email: payer.email, title, path, ...event }));
}

/** Adds a dispute that changes no state to the history, once, and alerts the operator. */
function noteDispute(tx: Transaction, payment: PaymentRow, status: Dispute['status']) {
  const detail = storedReason(`dispute-${status}`);
  const known = tx
    .select({ seq: paymentEvents.seq })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, payment.id), eq(paymentEvents.detail, detail)))
    .get();
  if (known) return;
  const facts = { payment: payment.id, state: payment.state, dispute: status };
  if (status === 'won') log.info(facts, 'a dispute is over');
  else log.error({ ...facts, alert: true }, 'a payment is disputed');
  changeState(tx, payment, { state: payment.state }, detail);
}

function beginDispute(tx: Transaction, payment: PaymentRow, status: Dispute['status']) {
  log.error({ payment: payment.id, alert: true }, 'a payment is disputed');
  changeState(tx, payment, { state: 'disputed' });
  const subject = subjectOf(payment);
  if (!subject.revokedByDispute) return;
  subject.revoke(tx, payment);
  if (status === 'open') tellPayer(tx, payment, { event: 'opened', amountMinor: payment.amountMinor });
}

function loseDispute(tx: Transaction, payment: PaymentRow, amountMinor: number) {
  if (creditedMinor(tx, payment.id, 'dispute') > 0) return;
  const lost = storedReason('dispute-lost');
  const note = issueCreditNote(tx, payment, { amountMinor, cause: 'dispute', reason: lost });
  if (!note) return;
  log.error({ payment: payment.id, alert: true }, 'a dispute was lost');
  changeState(tx, payment, { state: 'disputed' }, lost);
  const subject = subjectOf(payment);
  // The money is gone. If the dispute revoked the purchase when it began, there is nothing left to revoke.
  if (!subject.revokedByDispute) subject.revoke(tx, payment);
  tellPayer(tx, payment, { event: 'lost', amountMinor: note.amountMinor, creditNoteId: note.id });
}

function winDispute(tx: Transaction, payment: PaymentRow) {
  const won = storedReason('dispute-won');
  const subject = subjectOf(payment);
  if (!subject.revokedByDispute) return changeState(tx, payment, { state: 'paid' }, won);
  // The payer may have bought the item again, or it may no longer exist.
  const rejection = subject.rejectionReason(tx, payment, 'dispute');
  if (rejection !== null) return refundPayment(tx, payment, { reason: rejection });
  const paid = { ...payment, state: 'paid' as const };
  changeState(tx, payment, { state: 'paid' }, won);
  subject.grant(tx, paid);
  tellPayer(tx, paid, { event: 'won', amountMinor: payment.amountMinor });
}

/**
 * Records the beginning or the end of a dispute. Only adds a note to the history for an inquiry, which takes no money, and for
 * a payment that has failed or was refunded.
 */
export function settleDisputed(tx: Transaction, payment: PaymentRow, { status, amountMinor }: Dispute) {
  const { state } = payment;
  if (status === 'inquiry' || (state !== 'paid' && state !== 'disputed')) {
    return noteDispute(tx, payment, status);
  }
  if (state === 'paid') {
    if (status === 'won') return;
    beginDispute(tx, payment, status);
  }
  if (status === 'lost') loseDispute(tx, payment, amountMinor);
  if (status === 'won') winDispute(tx, payment);
}
