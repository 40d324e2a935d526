import { formatUsd } from '#app/shared/money.ts';
import { t } from '#messages';

/** The reason is a person's text, which may contain the separator. */
function withReason(what: string, values: string[]) {
  const reason = values.join('|');
  return reason === '' ? what : t('withdrawnCourses.whatReasonReason', { what, reason });
}

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
  'refunded-at-provider': () => t('refundPayment.itWasRefundedAtThePaymentProvider'),
  'part-refunded-at-provider': () => t('refundPayment.partOfItWasRefundedAt'),
  'refunded-part': (refundedMinor, amountMinor) =>
    t('refundPayment.refundedminorOfAmountminorWasRefundedAt', {
      refundedMinor: formatUsd(Number(refundedMinor)),
      amountMinor: formatUsd(Number(amountMinor)),
    }),
  'verification-paid-already': () => t('verificationPayments.thisVerificationWasAlreadyPaid'),
  'consent-withdrawn-before': (event) =>
    t('verificationPayments.theHolderWithdrewConsentBeforeEvent', { event }),
  'certificate-revoked-before': (event) => t('verificationPayments.theCertificateWasRevoked', { event }),
  'certificate-replaced-before': (event) => t('verificationPayments.theCertificateWasReplaced', { event }),
  'course-removed-before': (event) => t('coursePayments.theCourseWasRemovedBeforeEvent', { event }),
  'course-unpublished-before': (event) => t('coursePayments.theCourseWasUnpublishedBeforeEvent', { event }),
  'enrolled-before': (event) => t('coursePayments.youWereEnrolledInThisCourseBeforeEvent', { event }),
  'coupon-used-up-before': (event) => t('coursePayments.theCouponWasUsedUpBeforeEvent', { event }),
  'course-removed': (...reason) => withReason(t('withdrawnCourses.theCourseWasRemoved'), reason),
  'course-unpublished': (...reason) => withReason(t('withdrawnCourses.theCourseWasUnpublished'), reason),
} satisfies Record<string, (...values: [string, string]) => string>;

type Code = keyof typeof WORDS;

const isCode = (text: string): text is Code => Object.hasOwn(WORDS, text);

/** What the database keeps of a reason: its code, and the values in its words. */
export const storedReason = (code: Code, ...values: (string | number)[]): string =>
  [code, ...values].join('|');

/** A stored reason in the reader's language. The text of a gateway or a person stays as it is. */
export function reasonText(stored: string): string {
  const [code = '', ...values] = stored.split('|');
  return isCode(code) ? WORDS[code](...(values as [string, string])) : stored;
}
