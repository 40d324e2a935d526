import { env } from '#app/config/env.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { type Content, compose, type Fact } from './compose.server.ts';

type Person = { name: string; email: string };
type Paid = Person & { amountMinor: number; title: string };

const toPayer = ({ name, email }: Person, content: Omit<Content, 'to'>) =>
  compose({ to: { name, address: email }, ...content });

const purchaseFacts = ({ title, amountMinor }: Paid): Fact[] => [
  ['For', title],
  ['Amount', `${formatUsd(amountMinor)} USD`],
];

const creditNote = (id: string): Content['action'] => ['Credit note', `/verify/credit-notes/${id}`];
const allPayments = () => `Your payments are listed at ${env().APP_URL}/payments`;

/** Confirms a payment to its payer, with a link to the certificate or course. */
export const paymentReceivedMail = (paid: Paid & { path: string }) =>
  toPayer(paid, {
    subject: 'Your payment was received',
    lines: ['Thank you. Your payment on Certrace was received.'],
    facts: purchaseFacts(paid),
    action: ['Open it', paid.path],
  });

type Statement = Person & { id: string; number: string; month: string; totalMinor: number };

/** The mail to an account with credit about a new monthly statement. */
export const statementMail = ({ id, number, month, totalMinor, ...person }: Statement) =>
  toPayer(person, {
    subject: `Your statement for ${month}`,
    lines: [`Your statement for ${month} lists the purchases and refunds on your Certrace credit.`],
    facts: [
      ['Statement', number],
      ['Total', `${formatUsd(totalMinor)} USD`],
    ],
    action: ['Open the statement', `/payments/statements/${id}`],
  });

type Refund = Paid & { reason: string; isWhole: boolean; toCredit: boolean; creditNoteId: string };

/** Tells a payer about a refund, and why. */
export const paymentRefundedMail = ({ reason, isWhole, toCredit, creditNoteId, ...paid }: Refund) =>
  toPayer(paid, {
    subject: 'Your payment was refunded',
    lines: [
      `The payment below was refunded ${isWhole ? 'in full' : 'in part'}. ${toCredit ? 'The amount was returned to your credit and will appear on your next statement.' : 'The refund goes to your original payment method, usually within ten days.'}`,
    ],
    facts: [...purchaseFacts(paid), ['Reason', reason]],
    action: creditNote(creditNoteId),
    closing: [allPayments()],
  });

export type DisputeMail = Paid & {
  event: 'opened' | 'won' | 'lost';
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
export function paymentDisputedMail({ event, path, creditNoteId, ...paid }: DisputeMail) {
  const { subject, line, closing } = DISPUTES[event];
  return toPayer(paid, {
    subject,
    lines: [line],
    facts: purchaseFacts(paid),
    action: creditNoteId ? creditNote(creditNoteId) : ['Open it', path],
    closing: [closing, allPayments()],
  });
}
