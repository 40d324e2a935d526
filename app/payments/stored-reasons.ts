import { t } from '#messages';

/** Words of the reasons that Certrace gives itself. The database keeps the code, because several people read it. */
const words = () => ({
  'dispute-inquiry': t('settleDispute.thePayersBankHasStartedAnInquiry'),
  'dispute-open': t('settleDispute.itIsDisputedAtThePaymentProvider'),
  'dispute-won': t('settleDispute.theDisputeWasWon'),
  'dispute-lost': t('settleDispute.theDisputeWasLost'),
});

export type ReasonCode = keyof ReturnType<typeof words>;

const isCode = (stored: string): stored is ReasonCode => Object.hasOwn(words(), stored);

/** A stored reason in the reader's language. The text of a gateway or a person stays as it is. */
export const reasonText = (stored: string): string => (isCode(stored) ? words()[stored] : stored);
