import { z } from 'zod';
import { line, optional, secret, sentence } from '#app/shared/fields.ts';
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

export const passkeyNeedsScript = () => t('passkey.aPasskeyNeedsJavascriptInTheBrowser');
const unreadableTexts = () => t('passkey.theAnswerOfThePasskeyIsNotValid');

/** A credential ID has at most 1,023 bytes, and a public key in an attestation at most a few hundred. */
const MOST_CHARACTERS = 16_000;

const bytes = z
  .string()
  .max(MOST_CHARACTERS)
  .regex(/^[\w-]*$/);

const credential = { id: bytes.min(1).max(1_400), rawId: bytes, type: z.literal('public-key') };

/** The members of RegistrationResponseJSON that the server reads. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

/** The members of AuthenticationResponseJSON that the server reads. */
const assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

export type Attestation = z.output<typeof attestation>;
export type Assertion = z.output<typeof assertion>;

/** A form field with the JSON of a passkey's answer, which only a script can write. */
const answerOf = <Answer extends z.ZodType>(answer: Answer) =>
  z
    .string({ error: passkeyNeedsScript })
    .min(1, { error: passkeyNeedsScript, abort: true })
    .max(2 * MOST_CHARACTERS, { error: unreadableTexts, abort: true })
    .transform((text, context): z.output<Answer> => {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        json = null;
      }
      const parsed = answer.safeParse(json);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: unreadableTexts() });
      return z.NEVER;
    });

export const addPasskeySchema = z.object({
  name: line(() => t('common.name'), 80),
  passkey: answerOf(attestation),
  password: secret().optional(),
});

export const usePasskeySchema = z.object({ passkey: answerOf(assertion) });

export const secondPasskeySchema = usePasskeySchema.extend({ remember: z.literal('on').optional() });

export const removePasskeySchema = z.object({ passkeyId: z.string().max(64), password: secret().optional() });

export const passkeyOptionsSchema = z.object({
  purpose: z.enum(['add', 'login', 'second-factor', 'proof'], {
    error: () => t('passkey.thePurposeIsNotValid'),
  }),
  /** The token of a mailed link that asks for the second factor. */
  link: z.string().max(100).optional(),
});
