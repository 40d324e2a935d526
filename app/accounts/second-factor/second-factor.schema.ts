import { z } from 'zod';
import { optional, secret, sentence } from '#app/shared/fields.ts';
import { compactCode } from '#db/folding.ts';
import { t } from '#messages';

const enterCode = () => t('secondFactor.enterTheSixDigitsThatYourAppShows');

/** Longer than any code as people type it. The normalisation of a long text takes quadratic time. */
const MAX_TYPED = 200;

const compact = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TYPED ? compactCode(value) : value;

const isAppCode = (code: string) => /^[0-9]{6}$/.test(code);
const isRecoveryCode = (code: string) => /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code);

/** Six digits of an authenticator app, or a recovery code. */
export const code = z.preprocess(
  compact,
  z
    .string({ error: enterCode })
    .max(64, { error: enterCode, abort: true })
    .refine((value) => isAppCode(value) || isRecoveryCode(value), { error: enterCode }),
);

const appCode = z.preprocess(
  compact,
  z.string({ error: () => t('secondFactor.enterTheSixDigitsThatYourAppShows2') }).refine(isAppCode, {
    error: () => t('secondFactor.enterTheSixDigitsThatYourAppShows2'),
  }),
);

/** The second step of a login over the API. */
export const secondStepSchema = z.object({ challenge: z.string().max(100), code });

/** The second step of a login in a browser, whose challenge is a cookie. */
export const secondStepFormSchema = z.object({ code, remember: z.literal('on').optional() });

/** For a login that is older than ten minutes. */
const password = secret(() => t('common.password')).optional();

/** Switches the second factor on. `setup` is the sealed secret of the page. */
export const addAppSchema = z.object({ setup: z.string().max(400), code: appCode, password });

export const confirmedSchema = z.object({ password });

export const forgetDeviceSchema = z.object({ device: z.string().max(64) });

/** A super admin's request to remove the second factor of an account. */
export const resetSchema = z.object({
  reason: sentence(() => t('common.reason'), 500).meta({ description: 'The owner of the account reads it' }),
  code: optional(code).meta({
    description: "Of the super admin's own second factor, unless it was given in the last 10 minutes",
  }),
});
