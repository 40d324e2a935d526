import { formatUsd } from '#app/shared/money.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { t } from '#messages';

/** The reason is a person's text, which may contain the separator. */
function withReason(what: string, values: string[]) {
  const reason = values.join('|');
  return reason === '' ? what : t('withdrawnCourses.whatReasonReason', { what, reason });
}

/** The reasons that Certrace gives itself. */
const reasons = createStoredTexts({
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
});

/** A reason in the form for the database. */
export const storedReason = reasons.store;

/** A stored reason in the reader's language. The text of a gateway or a person stays as it is. */
export const reasonText = reasons.read;

const titles = createStoredTexts({
  /** @param uniqueId in groups of four */
  verification: (uniqueId) => t('verificationPayments.verificationOfCertificateUniqueid', { uniqueId }),
  // The title may contain the separator.
  course: (...title) => t('coursePayments.courseTitle', { title: title.join('|') }),
  /** @param number as printed */
  statement: (number) => t('common.statementNumber', { number }),
});

/** The title of a paid item as a code, which the ledger of credit stores. */
export const storedTitle = titles.store;

/** A stored title in the reader's language. */
export const titleText = titles.read;
