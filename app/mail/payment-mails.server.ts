import { env } from '#app/config/env.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';
import { type Content, compose, type Fact } from './compose.server.ts';

type Person = { name: string; email: string };
type Paid = Person & {
  amountMinor: number;
  /** Returns the name of the purchase in the current language. The mail calls it with the recipient's language set. */
  title: () => string;
};

const purchaseFacts = ({ title, amountMinor }: Paid): Fact[] => [
  [t('common.for'), title()],
  [t('common.amount'), t('paymentMails.amountminorUsd', { amountMinor: formatUsd(amountMinor) })],
];

const creditNote = (id: string): Content['action'] => [
  t('paymentMails.creditNote'),
  `/verify/credit-notes/${id}`,
];
const allPayments = () => t('paymentMails.yourPaymentsAreListedAtAppurlPayments', { appUrl: env().APP_URL });

/** Confirms a payment to its payer, with a link to the certificate or course. */
export const paymentReceivedMail = (paid: Paid & { path: string }) =>
  compose(paid, () => ({
    subject: t('paymentMails.yourPaymentWasReceived'),
    lines: [t('paymentMails.thankYouYourPaymentOnCertraceWasReceived')],
    facts: purchaseFacts(paid),
    action: [t('paymentMails.openIt'), paid.path],
  }));

type Statement = Person & { id: string; number: string; month: () => string; totalMinor: number };

/** The mail to an account with credit about a new monthly statement. */
export const statementMail = ({ id, number, month, totalMinor, ...person }: Statement) =>
  compose(person, () => ({
    subject: t('paymentMails.yourStatementForMonth', { month: month() }),
    lines: [t('paymentMails.yourStatementForMonthLists', { month: month() })],
    facts: [
      [t('common.statement'), number],
      [t('common.total'), t('paymentMails.totalminorUsd', { totalMinor: formatUsd(totalMinor) })],
    ],
    action: [t('paymentMails.openTheStatement'), `/payments/statements/${id}`],
  }));

type Refund = Paid & {
  /** In the current language, as the title. */
  reason: () => string;
  isWhole: boolean;
  toCredit: boolean;
  creditNoteId: string;
};

export const paymentRefundedMail = ({ reason, isWhole, toCredit, creditNoteId, ...paid }: Refund) =>
  compose(paid, () => ({
    subject: t('common.yourPaymentWasRefunded'),
    lines: [
      isWhole ? t('paymentMails.wasRefundedInFull') : t('paymentMails.wasRefundedInPart'),
      toCredit
        ? t('paymentMails.theAmountWasReturnedToYourCredit')
        : t('paymentMails.theRefundGoesToYourPaymentMethod'),
    ],
    facts: [...purchaseFacts(paid), [t('common.reason'), reason()]],
    action: creditNote(creditNoteId),
    closing: [allPayments()],
  }));

export type DisputeMail = Paid & {
  event: 'opened' | 'won' | 'lost';
  path: string;
  /** For a lost dispute. */
  creditNoteId?: string;
};

const disputes = () =>
  ({
    opened: {
      subject: t('paymentMails.yourPaymentIsDisputed'),
      line: t('paymentMails.yourBankTellsUs'),
      closing: t('paymentMails.ifThisIsAMistake'),
    },
    won: {
      subject: t('paymentMails.yourPaymentIsNoLongerDisputed'),
      line: t('paymentMails.theDisputeOfThePaymentBelowIsOver'),
      closing: null,
    },
    lost: {
      subject: t('paymentMails.yourPaymentWasReturnedByYourBank'),
      line: t('paymentMails.yourBankTookBackThePayment'),
      closing: t('paymentMails.youMayBuyItAgainAtAnyTime'),
    },
  }) as const;

export function paymentDisputedMail({ event, path, creditNoteId, ...paid }: DisputeMail) {
  return compose(paid, () => {
    const { subject, line, closing } = disputes()[event];
    return {
      subject,
      lines: [line],
      facts: purchaseFacts(paid),
      action: creditNoteId ? creditNote(creditNoteId) : [t('paymentMails.openIt'), path],
      closing: [closing, allPayments()],
    };
  });
}
