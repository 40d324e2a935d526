import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { calendarDate, line, optional, wholeNumber } from '#app/shared/fields.ts';
import { parsePrice } from './price.ts';

const MAX_USES = 10_000;
const USES_HELP = `Number of uses must be from 1 to ${MAX_USES}.`;
const CODE_HELP = 'Code must have 4 to 30 letters, digits or hyphens.';

/** Normalizes a code for storing and comparing. */
export const normalizeCode = (typed: string) => typed.trim().toUpperCase();

/** Input for a new coupon. */
export const couponSchema = z
  .object({
    code: line('Code', 100)
      .transform(normalizeCode)
      .refine((code) => /^[A-Z0-9-]{4,30}$/.test(code), CODE_HELP),
    kind: z.enum(['percent', 'amount'], { error: 'Discount must be in percent or in dollars.' }),
    value: line('Discount', 15),
    /** Empty for all courses of the author. */
    courseId: optional(z.string().max(100)),
    validFrom: optional(calendarDate('Valid from')),
    validUntil: optional(calendarDate('Valid until')),
    maxUses: optional(wholeNumber('Number of uses', 1, MAX_USES, USES_HELP)),
  })
  .superRefine(({ kind, value, validFrom, validUntil }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'percent' && !/^([1-9]\d?|100)$/.test(value))
      issue('value', 'Discount must be from 1 to 100 percent.');
    const cents = parsePrice(value);
    if (kind === 'amount' && (!cents || cents > HIGHEST_CHARGE_CENTS))
      issue('value', 'Discount must be an amount in dollars, such as 5 or 4.50.');
    if (validFrom && validUntil && validUntil < validFrom)
      issue('validUntil', 'Valid until must not be before Valid from.');
  });

export const couponEndSchema = z.object({ id: z.string().max(100).default('') });

/** A coupon's code as the buyer types it. */
export const typedCouponSchema = optional(
  z.string('Coupon must be text.').max(100, 'Coupon is too long.'),
).meta({
  description: 'Code of a coupon, in any case',
});
