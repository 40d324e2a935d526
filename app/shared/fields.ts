import { z } from 'zod';
import { latinDigits } from '#db/folding.ts';
import { t } from '#messages';
import { FIRST_DATE, isBuddhistYear, parseCalendarDate } from './dates.ts';
import { needsSmtpUtf8, parseEmailAddress } from './email-address.ts';
import { dateInWords } from './format-dates.ts';
import { cleanProse, codePoint, invisibleIn, trimInvisible } from './invisible-characters.ts';
import { twoMeanings } from './lists/written-dates.ts';
import { type LazyText, textNow } from './reader-texts.ts';

export const MAX_LINE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 5_000;
export const MAX_EMAIL_LENGTH = 254;

// Control characters, including NUL, CR and LF, and bidirectional overrides, which can make a name look like another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** What prose has none of once it is clean: control characters but tabs and line breaks, halves of surrogate pairs, too many marks. */
const NOT_PROSE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\ud800-\udfff]|\p{M}{201,}/u;

/** NFC combines at most four UTF-16 code units into one (U+1F82, for example), so longer input is always too long. */
const NFC_MAX_SHRINKING = 4;
/** Normalization sorts runs of combining marks in quadratic time, so long runs are rejected. */
const TOO_MANY_MARKS = /\p{M}{201}/u;

/** Removes the isolates around a value that was copied from a sentence written from right to left. */
const withoutIsolate = (value: string) =>
  value.replace(/^\s*[\u2066-\u2068]+/, '').replace(/\u2069+\s*$/, '');

const isAllowed = (value: string) =>
  value.isWellFormed() && !CONTROL.test(value) && !TOO_MANY_MARKS.test(value);

/** A field's name for people, with which the messages about it start. */
export type Label = LazyText;

/** The message for a required field that is missing or of the wrong type. */
export const requiredText = (label: Label) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? t('common.labelIsRequired', { label: textNow(label) })
      : t('fields.labelMustBeText', { label: textNow(label) }),
});

/** The message for a field that is blank. */
const isRequired = (label: Label) => ({
  error: () => t('common.labelIsRequired', { label: textNow(label) }),
});

/** Rejects invisible characters in a name and names the first one, because nobody sees it. */
const withoutInvisible = (label: Label) => (value: string, context: z.RefinementCtx) => {
  const found = invisibleIn(value);
  if (found === null) return;
  const message = t('fields.labelContainsAnInvisibleCharacter', { label: textNow(label), found });
  context.addIssue({ code: 'custom', message });
};

const tooLong = (label: Label, max: number) => ({
  error: () => t('fields.labelMustHaveAtMostMaxCharacters', { label: textNow(label), max }),
});

/** A text before its characters are checked. */
const raw = (label: Label, max: number) =>
  z.string(requiredText(label)).max(max * NFC_MAX_SHRINKING, { ...tooLong(label, max), abort: true });

/** The text that is left, trimmed and in NFC. The metadata describes in the OpenAPI document what refinements check. */
const bounded = (schema: z.ZodType<string, string>, label: Label, max: number, description: string) =>
  schema
    .transform((value) => value.trim().normalize('NFC'))
    // A blank form field is undefined here, so the message is needed again.
    .pipe(z.string(requiredText(label)).min(1, isRequired(label)).max(max, tooLong(label, max)))
    .meta({ minLength: 1, maxLength: max, description });

const name = (label: Label, max: number) =>
  raw(label, max)
    .overwrite(withoutIsolate)
    .refine(isAllowed, {
      error: () => t('common.labelContainsCharactersThatAreNotAllowed', { label: textNow(label) }),
      abort: true,
    });

/**
 * One line of text: trimmed, NFC, 1 to `max` characters, no control and no invisible characters. Markup is allowed as text.
 * @param label the field's name for people, with which every message starts
 */
export const line = (label: Label, max = MAX_LINE_LENGTH) =>
  bounded(name(label, max).superRefine(withoutInvisible(label)), label, max, 'One line of text');

/** The name of something that exists, otherwise like `line`: earlier versions accepted names with invisible characters. */
export const existingName = (label: Label, max = MAX_LINE_LENGTH) =>
  bounded(name(label, max), label, max, 'One line of text');

/** Characters around one that is not allowed, in its message. */
const AROUND = 20;

/** Rejects a character that is not allowed, and names it, its line and the words around it. */
const withoutControl = (label: Label) => (value: string, context: z.RefinementCtx) => {
  const found = NOT_PROSE.exec(value);
  if (!found) return;
  const before = value.slice(0, found.index).split('\n');
  const [after = ''] = value.slice(found.index + found[0].length).split('\n', 1);
  const words = `${before.at(-1)?.slice(-AROUND)}\ufffd${after.slice(0, AROUND)}`;
  const message = t('fields.labelHasACharacterThatIsNotAllowedInLine', {
    label: textNow(label),
    found: codePoint(found[0]),
    line: String(before.length),
    words: words.toWellFormed().replaceAll(new RegExp(NOT_PROSE, 'gu'), '\ufffd'),
  });
  context.addIssue({ code: 'custom', message, continue: false });
};

const prose = (label: Label, max: number) =>
  raw(label, max).overwrite(cleanProse).superRefine(withoutControl(label));

/** Text of several lines, cleaned as `cleanProse` does. Line breaks become LF. */
export const multiline = (label: Label, max = MAX_TEXT_LENGTH) =>
  bounded(prose(label, max), label, max, 'Text of several lines');

/** One line of prose, such as a reason. It is cleaned like that of `multiline`, and line breaks become spaces. */
export const sentence = (label: Label, max = MAX_LINE_LENGTH) =>
  bounded(
    prose(label, max).overwrite((value) => value.replace(/\s*[\n\t]\s*/g, ' ')),
    label,
    max,
    'One line of text',
  );

/** Makes a field optional: absent, blank and null values become undefined. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined)),
    schema.optional(),
  );

let offersSmtpUtf8 = () => false;

/** Sets the function that knows whether mail can be sent to local parts in UTF-8. Until then they are refused. */
export const allowUtf8Mailboxes = (isOffered: () => boolean) => {
  offersSmtpUtf8 = isOffered;
};

function parseEmail(label: Label, value: string, context: z.RefinementCtx): string {
  const address = parseEmailAddress(value);
  const isValid = address !== null && address.length <= MAX_EMAIL_LENGTH;
  if (isValid && (!needsSmtpUtf8(address) || offersSmtpUtf8())) return address;
  const values = { label: textNow(label) };
  const message = isValid
    ? t('fields.labelHasLettersThatTheMailServer', values)
    : t('fields.labelMustBeAValidEmailAddress', values);
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** An email address, trimmed, also of marks that come along when it is copied, in lower case and with its domain in ASCII, so that a mailbox has only one account. */
export const email = (label: Label = () => t('common.email')) =>
  bounded(
    name(label, MAX_EMAIL_LENGTH).overwrite(trimInvisible).superRefine(withoutInvisible(label)),
    label,
    MAX_EMAIL_LENGTH,
    'One line of text',
  )
    .pipe(z.string().transform((value, context) => parseEmail(label, value, context)))
    .meta({ format: 'email', description: 'In any case, with its domain in letters or in punycode' });

/** A password or another secret to compare. It is bounded, but never trimmed or normalized. */
export const secret = (label: Label = () => t('common.password')) =>
  z
    .string(requiredText(label))
    .min(1, isRequired(label))
    .max(1_024, { error: () => t('common.labelIsTooLong', { label: textNow(label) }) });

/** The message for a date with two meanings. Null for any other text. */
export function aboutTwoMeanings(label: Label, entered: string): string | null {
  const dates = twoMeanings(entered);
  if (!dates) return null;
  const [one, other] = dates;
  const [first, second] = [dateInWords(one), dateInWords(other)];
  return t('fields.labelMayBeTwoDates', { label: textNow(label), first, second, one, other });
}

/** A year that is far from ours in the Gregorian calendar, but near in another one: Buddhist, or Islamic and Persian (1300 to 1499). */
const yearOfAnotherCalendar = (text: string) =>
  (latinDigits(text.slice(0, MAX_LINE_LENGTH)).match(/(?<!\d)\d{4}(?!\d)/g) ?? []).find(
    (year) => isBuddhistYear(Number(year)) || /^1[34]/.test(year),
  );

/** The message for a value that is not a calendar date. It repeats only dates, such as 2026-02-30, and those that a text may mean. */
export const dateMessage = (label: Label) => ({
  error: ({ input }: { input?: unknown }) => {
    const values = { label: textNow(label) };
    if (input === undefined || input === null || input === '') return t('common.labelIsRequired', values);
    if (typeof input !== 'string') return t('fields.labelMustBeADate', values);
    const meanings = aboutTwoMeanings(label, input);
    if (meanings) return meanings;
    const year = yearOfAnotherCalendar(input);
    if (year) return t('fields.labelHasTheYearOfAnotherCalendar', { ...values, year });
    if (!/^\d{4}-\d{2}-\d{2}$/.test(input)) return t('fields.labelMustBeADate', values);
    return input < FIRST_DATE
      ? t('fields.labelMustBeADateFromTheFirst', { ...values, first: FIRST_DATE })
      : t('fields.labelMustBeADateThatExists', { ...values, date: input });
  },
});

/** A calendar date, YYYY-MM-DD. Forms read other notations first (`readFormDate` in app/routes/form.server.ts), by the format. */
export const calendarDate = (label: Label) =>
  z
    .string(dateMessage(label))
    // Only compare valid dates.
    .refine((value) => parseCalendarDate(value) !== null && !isBuddhistYear(Number(value.slice(0, 4))), {
      ...dateMessage(label),
      abort: true,
    })
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
