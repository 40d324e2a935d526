import { t } from '#messages';

/** Why a delivery failed before its receiver was asked, or without its answer. The codes are stored. */
const TEXTS = {
  'no-address': () => t('deliveryFailure.itsNameHasNoAddress'),
  'not-public': () => t('sendWebhook.itsAddressIsNotPublic'),
  'no-answer': () => t('deliveryFailure.itDidNotAnswerWithin10Seconds'),
  'unreadable-secret': () => t('deliveryFailure.itsSecretCannotBeReadAnyMore'),
};

type Failure = keyof typeof TEXTS;

/** A failure that has a text for people. */
export class DeliveryFailure extends Error {
  constructor(failure: Failure) {
    super(failure);
  }
}

/** What a stored failure says, in the reader's language. Those of the network are as Node names them. */
export const failureText = (stored: string): string =>
  Object.hasOwn(TEXTS, stored) ? TEXTS[stored as Failure]() : stored;
