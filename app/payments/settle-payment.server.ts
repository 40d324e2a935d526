import { and, eq } from 'drizzle-orm';
import { appendEvent } from '#app/events/append-event.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import type { DisputeMail } from '#app/mail/payment-mails.server.ts';
import { paymentDisputedMail, paymentReceivedMail } from '#app/mail/payment-mails.server.ts';
import { drawCredit } from '#app/payments/credit/ledger.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { essentialTransaction, type Transaction } from '#db/client.ts';
import { gatewayEvents, paymentEvents, payments } from '#db/schema/payments.ts';
import type { Outcome } from './gateway.ts';
import { gatewayNamed } from './gateways.server.ts';
import { changeState, isOpen, type PaymentRow, payerOf, subjectOf } from './payment.server.ts';
import { creditedMinor, issueCreditNote, issueReceipt } from './receipt.server.ts';
import { refundPayment, settleRefunded } from './refund-payment.server.ts';
import { storedReason } from './stored-reasons.ts';

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
function settleDisputed(tx: Transaction, payment: PaymentRow, { status, amountMinor }: Dispute) {
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

type Paid = Extract<Outcome, { state: 'paid' }>;

function settlePaid(tx: Transaction, payment: PaymentRow, { reference, amountMinor, currency }: Paid) {
  if (payment.state === 'paid' || payment.state === 'refunded' || payment.state === 'disputed') return;
  const settledAt = now();
  if (amountMinor !== payment.amountMinor || currency !== payment.currency) {
    if (payment.state === 'failed') return;
    const expected = `${payment.amountMinor} ${payment.currency}`;
    const received = `${amountMinor} ${currency}`;
    log.error({ payment: payment.id, expected, received, alert: true }, 'payment has the wrong amount');
    const failureMessage = storedReason('wrong-amount');
    const detail = storedReason('reported-amount', received, expected);
    changeState(
      tx,
      payment,
      { state: 'failed', failureMessage, gatewayReference: reference, settledAt },
      detail,
    );
    return;
  }
  const declined = drawCredit(tx, payment);
  if (declined !== null) {
    changeState(tx, payment, { state: 'failed', failureMessage: declined, settledAt }, declined);
    return;
  }
  const subject = subjectOf(payment);
  const charged = { ...payment, gatewayReference: reference, settledAt };
  const rejection = subject.rejectionReason(tx, payment, 'payment');
  if (rejection !== null) {
    tx.update(payments).set({ gatewayReference: reference }).where(eq(payments.id, payment.id)).run();
    refundPayment(tx, charged, { reason: rejection });
    return;
  }
  changeState(tx, payment, { state: 'paid', gatewayReference: reference, failureMessage: null, settledAt });
  appendEvent(tx, 'payment.paid', { objectId: payment.id, accountId: payment.payerId });
  issueReceipt(tx, charged);
  subject.grant(tx, charged);
  // A payer who left for the gateway's page may not come back.
  if (!gatewayNamed(payment.gateway)?.hasOwnPage && !subject.alwaysMails) return;
  const payer = payerOf(tx, payment);
  if (payer?.email) {
    const { path } = subject.describe(tx, charged);
    const title = () => subject.describe(tx, charged).title;
    enqueueMail(tx, paymentReceivedMail({ name: payer.name, email: payer.email, amountMinor, title, path }));
  }
}

function settle(tx: Transaction, payment: PaymentRow, outcome: Outcome) {
  switch (outcome.state) {
    case 'paid':
      return settlePaid(tx, payment, outcome);
    case 'pending': {
      if (!isOpen(payment)) return;
      const { checkoutReference, url: checkoutUrl } = outcome;
      if (payment.state === 'pending' && payment.checkoutUrl === checkoutUrl) return;
      return changeState(tx, payment, { state: 'pending', checkoutReference, checkoutUrl });
    }
    case 'failed': {
      if (!isOpen(payment)) return;
      const { reference, message } = outcome;
      const changes = { failureMessage: message, gatewayReference: reference, settledAt: now() };
      return changeState(tx, payment, { state: 'failed', ...changes }, message);
    }
    case 'expired':
      if (isOpen(payment)) changeState(tx, payment, { state: 'expired', settledAt: now() });
      return;
    case 'refunded':
      return settleRefunded(tx, payment, outcome);
    case 'disputed':
      return settleDisputed(tx, payment, outcome);
  }
}

/**
 * Records a payment's outcome at its gateway, in one transaction with all consequences. The success page, the webhook and the
 * background task all call this, in any order and repeatedly. A settled payment does not change again.
 * @param outcome null when the gateway never received the payment
 * @param eventId identifies a webhook event, which is processed once
 */
export function settlePayment(paymentId: string, outcome: Outcome | null, eventId?: string) {
  essentialTransaction((tx) => {
    const payment = tx.select().from(payments).where(eq(payments.id, paymentId)).get();
    if (!payment) return;
    if (eventId !== undefined) {
      const event = { id: eventId, receivedAt: now() };
      if (tx.insert(gatewayEvents).values(event).onConflictDoNothing().run().changes === 0) return;
    }
    settle(tx, payment, outcome ?? { state: 'expired' });
  });
}
