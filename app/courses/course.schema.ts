import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS, LOWEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { line, multiline, optional, wholeNumber } from '#app/shared/fields.ts';
import { parseDuration } from './duration.ts';
import { parsePrice } from './price.ts';

const DURATION_HELP = "Duration must be a time such as '15:30', '1:02:03' or '25 minutes'.";

const duration = line('Duration', 40).transform((text, context) => {
  const seconds = parseDuration(text);
  if (seconds === null) {
    context.addIssue({ code: 'custom', message: DURATION_HELP });
    return z.NEVER;
  }
  return { text, seconds };
});

const PRICE_HELP = 'Price must be an amount in dollars, such as 49 or 49.99.';
const PRICE_TOO_LOW = 'Price must be at least 0.50, or 0 for a free course.';

const PRICE_TOO_HIGH = 'Price must be at most 999,999.99.';

function problemOf(cents: number | null): string | null {
  if (cents === null) return PRICE_HELP;
  if (cents > 0 && cents < LOWEST_CHARGE_CENTS) return PRICE_TOO_LOW;
  return cents > HIGHEST_CHARGE_CENTS ? PRICE_TOO_HIGH : null;
}

const price = z
  .union([z.string().max(40, PRICE_HELP), z.number()], { error: PRICE_HELP })
  .transform((value, context) => {
    const cents = parsePrice(String(value));
    const message = problemOf(cents);
    if (message === null) return cents;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Input for a new course or a changed one. Converts `price` from dollars to cents. */
export const courseSchema = z.object({
  title: line('Course Title'),
  description: multiline('Description'),
  category: optional(line('Category', 60)).transform((value) => value ?? null),
  price: optional(price).transform((value) => value ?? null),
  firstLessonFree: optional(
    z.enum(['on', 'true', 'false'], { error: "firstLessonFree must be 'true' or 'false'." }),
  ).transform((value) => value === 'on' || value === 'true'),
});

export type CourseInput = z.output<typeof courseSchema>;

/** Whether the buyers of a course keep it without an end, or get their money back. */
const buyers = optional(
  z.enum(['keep', 'refund'], { error: "buyers must be 'keep' or 'refund'." }),
).transform((value) => value ?? 'keep');

/** Why a super admin unpublishes or removes a course, and what happens to its buyers. */
export const courseReasonSchema = z.object({ reason: line('Reason', 500), buyers });

/** Why a course is deleted, which only its author may leave out, and what happens to its buyers. */
export const courseDeletionSchema = z.object({ reason: optional(line('Reason', 500)), buyers });

const draft = optional(
  z.enum(['on', 'true', 'false'], { error: "draft must be 'true' or 'false'." }),
).transform((value) => value === 'on' || value === 'true');

/** Input for a new course. A draft is published later. */
export const newCourseSchema = courseSchema.extend({ draft });

const position = z
  .int('position must be a whole number from 1 on.')
  .min(1, 'position must be a whole number from 1 on.')
  .max(1_000_000, 'position must be a whole number from 1 on.')
  .meta({ description: 'From 1; after the last one, at the end', examples: [1] });

const isDraft = z.boolean({ error: 'draft must be true or false.' });

/** A change of a module over the API. Absent fields stay. */
export const moduleChangeSchema = z.object({
  title: line('Module title').optional(),
  position: position.optional(),
  draft: isDraft.optional(),
});

/** A change of where a lesson is and whether it is published. Absent fields stay. */
export const lessonPlaceSchema = z.object({
  moduleId: z.string('moduleId must be text.').max(100, 'moduleId is too long.').optional(),
  position: position.optional(),
  draft: isDraft.optional(),
});

export const moduleTitleSchema = z.object({ title: line('Module title') });

/** Input for a new module, titled 'Module {n}: New Module' by default. Ignores other fields of the API's payload. */
export const newModuleSchema = z.object({ title: optional(line('title')) });

export const lessonSchema = z.object({ title: line('Lesson title'), duration });

/** Text fields of a lesson's upload. */
export const newLessonSchema = lessonSchema.extend({
  type: optional(z.literal('video', { error: "type must be 'video'." })),
});

export const directionSchema = z.object({ direction: z.enum(['up', 'down']) });

export const ratingSchema = z.object({ stars: wholeNumber('stars', 1, 5, 'Please choose 1 to 5 stars.') });

export const COURSE_FILTERS = ['popular', 'new', 'top-rated'] as const;

/** Query parameters of the catalogue. `limit` may be up to 200, because the API returns plain arrays. */
export const catalogueSchema = z.object({
  limit: optional(
    z.coerce
      .number()
      .int('limit must be a whole number.')
      .min(1, 'limit must be 1 to 200.')
      .max(200, 'limit must be 1 to 200.'),
  ),
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: optional(z.string().max(200, 'q must have at most 200 characters.')),
  category: optional(z.string().max(200, 'category must have at most 200 characters.')),
  filter: optional(z.enum(COURSE_FILTERS, { error: "filter must be 'popular', 'new' or 'top-rated'." })),
  minRating: optional(
    z.coerce
      .number({ error: 'minRating must be a number from 0 to 5.' })
      .min(0, 'minRating must be a number from 0 to 5.')
      .max(5, 'minRating must be a number from 0 to 5.'),
  ),
});

export const lessonSearchSchema = z.object({
  q: z.string().trim().max(200, 'q must have at most 200 characters.').default(''),
});
