import { z } from 'zod';
import { line, secret } from '#app/shared/fields.ts';
import { t } from '#messages';

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
