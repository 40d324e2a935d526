import { z } from 'zod';
import { t } from '#messages';
import { FIRST_DATE, parseCalendarDate } from './dates.ts';
import { type LazyText, textNow } from './lazy-text.ts';

export const MAX_LINE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 5_000;
export const MAX_EMAIL_LENGTH = 254;

// Control characters, including NUL, CR and LF, and bidirectional overrides, which can make a name look like another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, but line breaks and tabs are text
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** NFC combines at most four UTF-16 code units into one (U+1F82, for example), so longer input is always too long. */
const NFC_MAX_SHRINKING = 4;
/** Normalization sorts runs of combining marks in quadratic time, so long runs are rejected. */
const TOO_MANY_MARKS = /\p{M}{201}/u;

/** Removes the isolates around a value that was copied from a sentence written from right to left. */
const withoutIsolate = (value: string) =>
  value.replace(/^\s*[\u2066-\u2068]+/, '').replace(/\u2069+\s*$/, '');

const isAllowed = (value: string, control: RegExp) =>
  value.isWellFormed() && !control.test(value) && !TOO_MANY_MARKS.test(value);

/** Characters that show nothing: those that Unicode lets fonts ignore, marks of annotations, and the empty Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

/** Viramas of the scripts in which a joiner forms or prevents a conjunct. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]';
/** A letter of a script that joins its letters. */
const JOINED = `(?=\\p{L})[${['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Adlam', 'Hanifi_Rohingya']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

/** Invisible characters that a script needs: joiners, as in appendix A of RFC 5892, and variation selectors. */
const NEEDED = new RegExp(
  [
    `(?<=${VIRAMA})[\\u200c\\u200d]`,
    // Bengali and Kannada: the letter ra keeps its shape before the virama.
    '(?<=[\\u09b0\\u0cb0])\\u200d(?=[\\u09cd\\u0ccd])',
    `(?<=${JOINED}\\p{M}{0,4})\\u200c(?=${JOINED})`,
    '(?<=[\\u1820-\\u18aa])[\\u180b-\\u180f]',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Myanmar})\\ufe00',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  ].join('|'),
  'gu',
);

/** Joiners within an emoji. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * The first invisible character of a text, for example 'U+200B', or null. Characters that a script needs are not counted.
 * @param allowsEmoji whether emoji may be joined
 */
function invisibleIn(text: string, allowsEmoji: boolean): string | null {
  if (!INVISIBLE.test(text)) return null;
  // The joiners first, because what precedes one may be a variation selector.
  const rest = (allowsEmoji ? text.replace(IN_EMOJI, '') : text).replace(NEEDED, '');
  const found = INVISIBLE.exec(rest)?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A field's name for people, with which the messages about it start. */
export type Label = LazyText;

/** The message for a required field that is missing or of the wrong type. */
export const requiredText = (label: Label) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? t('common.labelIsRequired', { label: textNow(label) })
      : t('fields.labelMustBeText', { label: textNow(label) }),
});

/** The characters that a kind of text may have, and its description. */
type Kind = {
  control: RegExp;
  /** 'joined emoji' accepts the joiners in emoji, 'any' is for texts from before invisible characters were rejected. */
  invisible: 'none' | 'joined emoji' | 'any';
  description: string;
};

/** The message for a field that is blank. */
const isRequired = (label: Label) => ({
  error: () => t('common.labelIsRequired', { label: textNow(label) }),
});

/** Rejects invisible characters and names the first one, because nobody sees it. */
const withoutInvisible =
  (label: Label, invisible: Kind['invisible']) => (value: string, context: z.RefinementCtx) => {
    const found = invisible === 'any' ? null : invisibleIn(value, invisible === 'joined emoji');
    if (found === null) return;
    const message = t('fields.labelContainsAnInvisibleCharacter', { label: textNow(label), found });
    context.addIssue({ code: 'custom', message });
  };

/**
 * Bounded text. Its raw length and characters are checked first. The metadata describes in the OpenAPI document what
 * refinements check.
 */
const text = (label: Label, max: number, { control, invisible, description }: Kind) => {
  const tooLong = () => t('fields.labelMustHaveAtMostMaxCharacters', { label: textNow(label), max });
  return (
    z
      .string(requiredText(label))
      .max(max * NFC_MAX_SHRINKING, { error: tooLong, abort: true })
      .overwrite(withoutIsolate)
      .refine((value) => isAllowed(value, control), {
        error: () => t('common.labelContainsCharactersThatAreNotAllowed', { label: textNow(label) }),
        abort: true,
      })
      .superRefine(withoutInvisible(label, invisible))
      .transform((value) => value.replaceAll('\r\n', '\n').trim().normalize('NFC'))
      // A blank form field is undefined here, so the message is needed again.
      .pipe(z.string(requiredText(label)).min(1, isRequired(label)).max(max, { error: tooLong }))
      .meta({ minLength: 1, maxLength: max, description })
  );
};

const LINE: Kind = { control: CONTROL, invisible: 'none', description: 'One line of text' };

/**
 * One line of text: trimmed, NFC, 1 to `max` characters, no control and no invisible characters. Markup is allowed as text.
 * @param label the field's name for people, with which every message starts
 */
export const line = (label: Label, max = MAX_LINE_LENGTH) => text(label, max, LINE);

/** The name of something that exists, otherwise like `line`: earlier versions accepted names with invisible characters. */
export const existingName = (label: Label, max = MAX_LINE_LENGTH) =>
  text(label, max, { ...LINE, invisible: 'any' });

/** Text of several lines, otherwise like `line`. Line breaks become LF, and emoji may be joined. */
export const multiline = (label: Label, max = MAX_TEXT_LENGTH) =>
  text(label, max, {
    control: CONTROL_IN_TEXT,
    invisible: 'joined emoji',
    description: 'Text of several lines',
  });

/** Makes a field optional: absent, blank and null values become undefined. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined)),
    schema.optional(),
  );

/** An email address, trimmed and in lower case, so that a mailbox has only one account. */
export const email = (label: Label = () => t('common.email')) =>
  line(label, MAX_EMAIL_LENGTH)
    .pipe(
      z
        .string()
        .transform((value) => value.toLowerCase())
        .pipe(z.email({ error: () => t('fields.labelMustBeAValidEmailAddress', { label: textNow(label) }) })),
    )
    .meta({ format: 'email', description: 'In any case' });

/** A password or another secret to compare. It is bounded, but never trimmed or normalized. */
export const secret = (label: Label = () => t('common.password')) =>
  z
    .string(requiredText(label))
    .min(1, isRequired(label))
    .max(1_024, { error: () => t('common.labelIsTooLong', { label: textNow(label) }) });

/** The message for a value that is not a calendar date. It repeats only dates, such as 2026-02-30. */
export const dateMessage = (label: Label) => ({
  error: ({ input }: { input?: unknown }) => {
    const values = { label: textNow(label) };
    if (input === undefined || input === null || input === '') return t('common.labelIsRequired', values);
    if (typeof input !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(input)) {
      return t('fields.labelMustBeADate', values);
    }
    return input < FIRST_DATE
      ? t('fields.labelMustBeADateFromTheFirst', { ...values, first: FIRST_DATE })
      : t('fields.labelMustBeADateThatExists', { ...values, date: input });
  },
});

/** A calendar date, YYYY-MM-DD. */
export const calendarDate = (label: Label) =>
  z
    .string(dateMessage(label))
    // Only compare valid dates.
    .refine((value) => parseCalendarDate(value) !== null, { ...dateMessage(label), abort: true })
    .meta({ format: 'date', description: 'YYYY-MM-DD' });

/** A checkbox of a form, which is absent when it is not checked, and a boolean of the API. */
export const checkbox = (label: Label) =>
  optional(
    z.union([z.literal('on'), z.boolean()], {
      error: () => t('fields.labelMustBeTrueOrFalse', { label: textNow(label) }),
    }),
  ).transform((value) => value === 'on' || value === true);

/** A whole number of a form or a query, where it is text, or of the API. */
export function wholeNumber(
  label: Label,
  min: number,
  max: number,
  error = () => t('fields.labelMustBeAWholeNumber', { label: textNow(label), min, max }),
) {
  const text = z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/, { error, abort: true })
    .transform(Number);
  return z
    .union([z.number(), text], { error })
    .pipe(z.number().int({ error }).min(min, { error }).max(max, { error }));
}
