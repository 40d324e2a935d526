import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';

/** Words of the reasons that Certrace gives itself. The database keeps the code, because several people read it. */
const WORDS = {
  'card-declined': () => t('sandbox.yourCardWasDeclined'),
  'insufficient-funds': () => t('sandbox.yourCardHasInsufficientFunds'),
  'processing-error': () => t('sandbox.anErrorOccurredWhileProcessingYourCard'),
  'only-test-cards': () => t('sandbox.onlyTestCardsAreAcceptedHere'),
  'payment-failed': () => t('stripeObjects.thePaymentFailedYouWereNotCharged'),
  'wrong-amount': () => t('settlePayment.thePaidAmountDiffersFromThePrice'),
  'reported-amount': (received, expected) =>
    t('settlePayment.theGatewayReportsReceivedInsteadOfExpected', { received, expected }),
  'no-credit': () => t('ledger.yourAccountHasNoCreditPleaseContactSupport'),
  'too-little-credit': (leftMinor) =>
    t('ledger.yourCreditDoesNotCoverThisPayment', { leftMinor: formatUsd(Number(leftMinor)) }),
  'dispute-inquiry': () => t('settleDispute.thePayersBankHasStartedAnInquiry'),
  'dispute-open': () => t('settleDispute.itIsDisputedAtThePaymentProvider'),
  'dispute-won': () => t('settleDispute.theDisputeWasWon'),
  'dispute-lost': () => t('settleDispute.theDisputeWasLost'),
} satisfies Record<string, (first: string, second: string) => string>;

type Code = keyof typeof WORDS;

const isCode = (text: string): text is Code => Object.hasOwn(WORDS, text);

/** What the database keeps of a reason: its code, and the values in its words. */
export const storedReason = (code: Code, ...values: (string | number)[]): string =>
  [code, ...values].join('|');

/** A stored reason in the reader's language. The text of a gateway or a person stays as it is. */
export function reasonText(stored: string): string {
  const [code = '', first = '', second = ''] = stored.split('|');
  return isCode(code) ? WORDS[code](first, second) : stored;
}
