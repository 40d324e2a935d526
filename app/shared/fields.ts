import { z } from 'zod';
import { parseCalendarDate } from './dates.ts';

export const MAX_LINE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 5_000;
export const MAX_EMAIL_LENGTH = 254;

// Control characters (NUL, CR and LF among them) and bidirectional overrides, which could make a name read as another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, but line breaks and tabs are text
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const MARKUP = /<[a-z!/?]/i;

const clean = (pattern: RegExp, label: string) => (value: string, context: z.RefinementCtx) => {
  if (!value.isWellFormed() || pattern.test(value)) {
    context.addIssue({ code: 'custom', message: `${label} contains characters that are not allowed.` });
  } else if (MARKUP.test(value)) {
    context.addIssue({ code: 'custom', message: `${label} must not contain HTML.` });
  }
};

/*
 * What a refinement or a transformation checks does not show in the description of the API by itself: `meta` says it
 * there.
 */

/** The text of a required field that is missing or of the wrong type. */
const required = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required.` : `${label} must be a text.`,
});

/**
 * One line of text: trimmed, NFC, 1 to `max` characters, no control characters, no markup.
 * `label` is what a person calls the field; every message begins with it.
 */
export const line = (label: string, max = MAX_LINE_LENGTH) =>
  z
    .string(required(label))
    .superRefine(clean(CONTROL, label))
    .transform((value) => value.trim().normalize('NFC'))
    .pipe(
      z
        .string(required(label))
        .min(1, `${label} is required.`)
        .max(max, `${label} must have at most ${max} characters.`),
    )
    .meta({ minLength: 1, maxLength: max, description: 'One line of text' });

/** Text of several lines: as `line`, with line breaks, which become LF. */
export const multiline = (label: string, max = MAX_TEXT_LENGTH) =>
  z
    .string(required(label))
    .superRefine(clean(CONTROL_IN_TEXT, label))
    .transform((value) => value.replaceAll('\r\n', '\n').trim().normalize('NFC'))
    .pipe(
      z
        .string(required(label))
        .min(1, `${label} is required.`)
        .max(max, `${label} must have at most ${max} characters.`),
    )
    .meta({ minLength: 1, maxLength: max, description: 'Text of several lines' });

/** An e-mail address, trimmed and in lower case, so that one mailbox is one account. */
export const email = (label = 'Email') =>
  line(label, MAX_EMAIL_LENGTH)
    .pipe(
      z
        .string()
        .transform((value) => value.toLowerCase())
        .pipe(z.email(`${label} must be a valid email address.`)),
    )
    .meta({ format: 'email', description: 'In any case' });

/** A password or another secret to be compared: bounded, never trimmed, normalised or judged. */
export const secret = (label = 'Password') =>
  z.string(required(label)).min(1, `${label} is required.`).max(1_024, `${label} is too long.`);

/** A calendar date, YYYY-MM-DD. */
export const calendarDate = (label: string) =>
  z
    .string(required(label))
    .min(1, `${label} is required.`)
    // What is no date is not compared with another one either.
    .refine((value) => parseCalendarDate(value) !== null, {
      error: `${label} must be a date that exists.`,
      abort: true,
    })
    .meta({ format: 'date', description: 'YYYY-MM-DD' });
