import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { parseUsd, usdWithTwoMeanings } from '#app/shared/entered-numbers.ts';
import { calendarDate, line, optional, wholeNumber } from '#app/shared/fields.ts';
import { foldCode } from '#db/folding.ts';
import { t } from '#messages';

const MAX_USES = 10_000;
const usesHelp = () => t('coupon.numberOfUsesMustBeFrom', { maxUses: MAX_USES });
const codeHelp = () => t('coupon.codeMustHave4To30Letters');

/** Input for a new coupon. */
export const couponSchema = z
  .object({
    code: line(() => t('common.code'), 100)
      .transform(foldCode)
      .refine((code) => /^[A-Z0-9-]{4,30}$/.test(code), { error: codeHelp }),
    kind: z.enum(['percent', 'amount'], { error: () => t('coupon.discountMustBeInPercentOrInDollars') }),
    value: line(() => t('common.discount'), 15),
    /** Empty for all courses of the author. */
    courseId: optional(z.string().max(100)),
    validFrom: optional(calendarDate(() => t('common.validFrom'))),
    validUntil: optional(calendarDate(() => t('common.validUntil'))),
    maxUses: optional(wholeNumber(() => t('common.numberOfUses'), 1, MAX_USES, usesHelp)),
  })
  .superRefine(({ kind, value, validFrom, validUntil }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'percent' && !/^([1-9]\d?|100)$/.test(value))
      issue('value', t('coupon.discountMustBeFrom1To100Percent'));
    const cents = parseUsd(value);
    if (kind === 'amount' && (!cents || cents > HIGHEST_CHARGE_CENTS))
      issue('value', usdWithTwoMeanings(value) ?? t('coupon.discountMustBeAnAmountInDollars'));
    if (validFrom && validUntil && validUntil < validFrom)
      issue('validUntil', t('coupon.validUntilMustNotBeBeforeValidFrom'));
  });

export const couponEndSchema = z.object({ id: z.string().max(100).default('') });

/** A coupon's code as the buyer types it. */
export const typedCouponSchema = optional(
  z
    .string({ error: () => t('coupon.couponMustBeText') })
    .max(100, { error: () => t('coupon.couponIsTooLong') }),
).meta({
  description: 'Code of a coupon, in any case',
});
