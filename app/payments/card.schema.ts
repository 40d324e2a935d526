import { z } from 'zod';
import { requiredText } from '#app/shared/fields.ts';
import { compactCode } from '#db/folding.ts';
import type { CARD_BRANDS } from '#db/schema/payments.ts';
import { t } from '#messages';

/** Checks the check digit of a card number (ISO/IEC 7812-1 annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

type CardBrand = (typeof CARD_BRANDS)[number];

/** The card's brand, from its first digits, for the receipt. */
export function cardBrand(number: string): CardBrand {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'american-express';
  return 'card';
}

/** A brand's name in the reader's language. */
export const cardBrandName = (brand: CardBrand): string =>
  ({
    visa: t('card.visa'),
    mastercard: t('card.mastercard'),
    'american-express': t('card.americanExpress'),
    card: t('common.card'),
  })[brand];

export const cardLabels = () => ({
  cardNumber: t('common.cardNumber'),
  expiryMonth: t('common.expiryMonth'),
  expiryYear: t('common.expiryYear'),
  cvCode: t('common.cvCode'),
});

const field = (name: keyof ReturnType<typeof cardLabels>) => {
  const label = () => cardLabels()[name];
  return z
    .string(requiredText(label))
    .min(1, { error: () => t('common.labelIsRequired', { label: label() }) })
    .max(64, { error: () => t('common.labelIsTooLong', { label: label() }), abort: true });
};

const expired = (month: number, year: number, today: Date) =>
  year < today.getUTCFullYear() || (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1);

/**
 * The card fields of the payment form. Error messages never repeat the input.
 * @param todayMs the time for the expiry check, in ms since the epoch
 */
export const cardSchema = (todayMs: number) =>
  z
    .object({
      cardNumber: field('cardNumber')
        .transform(compactCode)
        .refine((value) => /^[0-9]{12,19}$/.test(value) && passesLuhn(value), {
          error: () => t('card.cardNumberIsNotValid'),
        })
        .meta({ description: '12 to 19 digits with a valid check digit; spaces and hyphens do not matter' }),
      expiryMonth: field('expiryMonth')
        .transform(compactCode)
        .refine((value) => /^(0?[1-9]|1[0-2])$/.test(value), {
          error: () => t('card.expiryMonthMustBeFrom01To12'),
        })
        .meta({ description: '01 to 12' }),
      expiryYear: field('expiryYear')
        .transform(compactCode)
        .refine((value) => /^[0-9]{2}$/.test(value), { error: () => t('card.expiryYearMustHaveTwoDigits') })
        .meta({ description: 'The last two digits; the card must not have expired' }),
      cvCode: field('cvCode')
        .transform(compactCode)
        .refine((value) => /^[0-9]{3,4}$/.test(value), { error: () => t('card.cvCodeMustHave3Or4Digits') })
        .meta({ description: '3 or 4 digits' }),
    })
    .superRefine(({ expiryMonth, expiryYear }, context) => {
      if (expired(Number(expiryMonth), 2000 + Number(expiryYear), new Date(todayMs))) {
        context.addIssue({ code: 'custom', path: ['expiryYear'], message: t('card.theCardHasExpired') });
      }
    });
