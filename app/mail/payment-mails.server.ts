import { env } from '#app/config/env.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { compose } from './compose.ts';

type Paid = { name: string; email: string; amountMinor: number; title: string };

/** Confirms a payment to its payer, with a link to the certificate or course. */
export const paymentReceivedMail = ({ name, email, amountMinor, title, path }: Paid & { path: string }) =>
  compose({
    to: { name, address: email },
    subject: 'Your payment was received',
    lines: ['Thank you. Your payment on Certrace was received.'],
    facts: [
      ['For', title],
      ['Amount', `${formatUsd(amountMinor)} USD`],
    ],
    action: { label: 'Open it', url: `${env().APP_URL}${path}` },
  });

/** The mail to an account with credit about a new monthly statement. */
export const statementMail = ({
  name,
  email,
  id,
  number,
  month,
  totalMinor,
}: Omit<Paid, 'amountMinor' | 'title'> & {
  id: string;
  number: string;
  month: string;
  totalMinor: number;
}) =>
  compose({
    to: { name, address: email },
    subject: `Your statement for ${month}`,
    lines: [`Your statement for ${month} lists the purchases and refunds on your Certrace credit.`],
    facts: [
      ['Statement', number],
      ['Total', `${formatUsd(totalMinor)} USD`],
    ],
    action: { label: 'Open the statement', url: `${env().APP_URL}/payments/statements/${id}` },
  });

/** Tells a payer about a refund, and why. */
export const paymentRefundedMail = ({
  name,
  email,
  amountMinor,
  title,
  reason,
  isWhole,
  toCredit,
  creditNoteId,
}: Paid & { reason: string; isWhole: boolean; toCredit: boolean; creditNoteId: string }) =>
  compose({
    to: { name, address: email },
    subject: 'Your payment was refunded',
    lines: [
      `The payment below was refunded ${isWhole ? 'in full' : 'in part'}. ${toCredit ? 'The amount was returned to your credit and will appear on your next statement.' : 'The refund goes to your original payment method, usually within ten days.'}`,
    ],
    facts: [
      ['For', title],
      ['Amount', `${formatUsd(amountMinor)} USD`],
      ['Reason', reason],
    ],
    action: { label: 'Credit note', url: `${env().APP_URL}/verify/credit-notes/${creditNoteId}` },
    closing: [`Your payments are listed at ${env().APP_URL}/payments`],
  });

export type DisputeMail = Paid & {
  event: 'opened' | 'won' | 'lost';
  /** Path of the page with the purchase. */
  path: string;
  /** For a lost dispute. */
  creditNoteId?: string;
};

const DISPUTES = {
  opened: {
    subject: 'Your payment is disputed',
    line: 'Your bank tells us that the payment below is disputed. Until the dispute is decided, you have no access to your purchase.',
    closing: 'If this is a mistake, please ask your bank to withdraw the dispute. Your access then returns.',
  },
  won: {
    subject: 'Your payment is no longer disputed',
    line: 'The dispute of the payment below is over, and the payment stands. You have access to your purchase again.',
    closing: null,
  },
  lost: {
    subject: 'Your payment was returned by your bank',
    line: 'Your bank took back the payment below after a dispute. You no longer have access to your purchase.',
    closing: 'You may buy it again at any time.',
  },
} as const;

/** Tells a payer about a dispute and its effect on the purchase. */
export function paymentDisputedMail({
  name,
  email,
  amountMinor,
  title,
  event,
  path,
  creditNoteId,
}: DisputeMail) {
  const { subject, line, closing } = DISPUTES[event];
  return compose({
    to: { name, address: email },
    subject,
    lines: [line],
    facts: [
      ['For', title],
      ['Amount', `${formatUsd(amountMinor)} USD`],
    ],
    action: creditNoteId
      ? { label: 'Credit note', url: `${env().APP_URL}/verify/credit-notes/${creditNoteId}` }
      : { label: 'Open it', url: `${env().APP_URL}${path}` },
    closing: [...(closing ? [closing] : []), `Your payments are listed at ${env().APP_URL}/payments`],
  });
}
