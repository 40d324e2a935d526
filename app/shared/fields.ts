import { z } from 'zod';
import { FIRST_DATE, parseCalendarDate } from './dates.ts';
import { invisibleIn } from './invisible.ts';

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

const isAllowed = (value: string, control: RegExp) =>
  value.isWellFormed() && !control.test(value) && !TOO_MANY_MARKS.test(value);

/** The message for a required field that is missing or of the wrong type. */
export const requiredText = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required.` : `${label} must be text.`,
});

/** The characters that a kind of text may have, and its description. */
type Kind = {
  control: RegExp;
  /** 'joined emoji' accepts the joiners in emoji, 'any' is for texts from before invisible characters were rejected. */
  invisible: 'none' | 'joined emoji' | 'any';
  description: string;
};

/** Rejects invisible characters and names the first one, because nobody sees it. */
const withoutInvisible =
  (label: string, invisible: Kind['invisible']) => (value: string, context: z.RefinementCtx) => {
    const found = invisible === 'any' ? null : invisibleIn(value, invisible === 'joined emoji');
    if (found === null) return;
    const message = `${label} contains an invisible character (${found}). Please enter it without.`;
    context.addIssue({ code: 'custom', message });
  };

/**
 * Bounded text. Its raw length and characters are checked first. The metadata describes in the OpenAPI document what
 * refinements check.
 */
const text = (label: string, max: number, { control, invisible, description }: Kind) => {
  const tooLong = `${label} must have at most ${max} characters.`;
  return (
    z
      .string(requiredText(label))
      .max(max * NFC_MAX_SHRINKING, { error: tooLong, abort: true })
      .refine((value) => isAllowed(value, control), {
        error: `${label} contains characters that are not allowed.`,
        abort: true,
      })
      .superRefine(withoutInvisible(label, invisible))
      .transform((value) => value.replaceAll('\r\n', '\n').trim().normalize('NFC'))
      // A blank form field is undefined here, so the message is needed again.
      .pipe(z.string(requiredText(label)).min(1, `${label} is required.`).max(max, tooLong))
      .meta({ minLength: 1, maxLength: max, description })
  );
};

const LINE: Kind = { control: CONTROL, invisible: 'none', description: 'One line of text' };

/**
 * One line of text: trimmed, NFC, 1 to `max` characters, no control and no invisible characters. Markup is allowed as text.
 * @param label the field's name for people, with which every message starts
 */
export const line = (label: string, max = MAX_LINE_LENGTH) => text(label, max, LINE);

/** The name of something that exists, otherwise like `line`: earlier versions accepted names with invisible characters. */
export const existingName = (label: string, max = MAX_LINE_LENGTH) =>
  text(label, max, { ...LINE, invisible: 'any' });

/** Text of several lines, otherwise like `line`. Line breaks become LF, and emoji may be joined. */
export const multiline = (label: string, max = MAX_TEXT_LENGTH) =>
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
export const email = (label = 'Email') =>
  line(label, MAX_EMAIL_LENGTH)
    .pipe(
      z
        .string()
        .transform((value) => value.toLowerCase())
        .pipe(z.email(`${label} must be a valid email address.`)),
    )
    .meta({ format: 'email', description: 'In any case' });

/** A password or another secret to compare. It is bounded, but never trimmed or normalized. */
export const secret = (label = 'Password') =>
  z.string(requiredText(label)).min(1, `${label} is required.`).max(1_024, `${label} is too long.`);

/** The message for a value that is not a calendar date. It repeats only dates, such as 2026-02-30. */
export const dateMessage = (label: string) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined || input === null || input === '') return `${label} is required.`;
    const needed = `${label} must be a date such as 2026-11-01`;
    if (typeof input !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(input)) return `${needed}.`;
    return input < FIRST_DATE ? `${needed}, from ${FIRST_DATE} on.` : `${needed}; ${input} does not exist.`;
  },
});

/** A calendar date, YYYY-MM-DD. */
export const calendarDate = (label: string) =>
  z
    .string(dateMessage(label))
    // Only compare valid dates.
    .refine((value) => parseCalendarDate(value) !== null, { ...dateMessage(label), abort: true })
    .meta({ format: 'date', description: 'YYYY-MM-DD' });
