import { t } from '#messages';

/** The texts of failures, by the codes that are stored. The receiver was not reached, or did not answer. */
const TEXTS = {
  'no-address': () => t('deliveryFailure.itsNameHasNoAddress'),
  'not-public': () => t('sendWebhook.itsAddressIsNotPublic'),
  'no-answer': () => t('deliveryFailure.itDidNotAnswerWithin10Seconds'),
  'unreadable-event': () => t('deliveryFailure.theEventCannotBeRead'),
  'unreadable-secret': () => t('deliveryFailure.itsSecretCannotBeReadAnyMore'),
};

type Failure = keyof typeof TEXTS;

/** A failure with a code that `failureText` translates. */
export class DeliveryFailure extends Error {
  constructor(failure: Failure) {
    super(failure);
  }
}

/** Returns the text of a stored failure in the reader's language. Network errors are stored as Node's message and returned unchanged. */
export const failureText = (stored: string): string =>
  Object.hasOwn(TEXTS, stored) ? TEXTS[stored as Failure]() : stored;
