import { env } from '#app/env.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { compose } from './compose.ts';

type Paid = { name: string; email: string; amountMinor: number; title: string };

/** Tells a payer that the payment arrived, and where what was paid for is. */
export const paymentReceivedMail = ({ name, email, amountMinor, title, path }: Paid & { path: string }) =>
  compose({
    to: { name, address: email },
    subject: 'Your payment was received',
    lines: ['Thank you. Your payment on Certrace was received.'],
    facts: [
      ['For', title],
      ['Amount', `${formatUsd(amountMinor)} USD`],
    ],
    action: { label: 'Open it', url: `${env.APP_URL}${path}` },
  });

/** Tells a payer that the money goes back, and why. */
export const paymentRefundedMail = ({
  name,
  email,
  amountMinor,
  title,
  reason,
  isWhole,
  creditNoteId,
}: Paid & { reason: string; isWhole: boolean; creditNoteId: string }) =>
  compose({
    to: { name, address: email },
    subject: 'Your payment is refunded',
    lines: [
      `The payment below is refunded ${isWhole ? 'in full' : 'in part'}. The money returns the way it came, usually within ten days.`,
    ],
    facts: [
      ['For', title],
      ['Amount', `${formatUsd(amountMinor)} USD`],
      ['Reason', reason],
    ],
    action: { label: 'Credit note', url: `${env.APP_URL}/verify/credit-notes/${creditNoteId}` },
    closing: [`Your payments are listed at ${env.APP_URL}/payments`],
  });
