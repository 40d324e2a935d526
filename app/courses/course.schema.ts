import { z } from 'zod';
import { HIGHEST_CHARGE_CENTS, LOWEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { parseUsd, usdWithTwoMeanings } from '#app/shared/entered-numbers.ts';
import { line, multiline, optional, sentence, wholeNumber } from '#app/shared/fields.ts';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { parseDuration } from './duration.ts';

const durationHelp = () => t('course.durationMustBeATimeSuch');

const duration = line(() => t('common.duration'), 40).transform((text, context) => {
  const seconds = parseDuration(text);
  if (seconds === null) {
    context.addIssue({ code: 'custom', message: durationHelp() });
    return z.NEVER;
  }
  return { text, seconds };
});

const priceHelp = () => t('course.priceMustBeAnAmountInDollars');
const priceTooLow = () => t('course.priceMustBeAtLeast050');

const priceTooHigh = () => t('course.priceMustBeAtMost99999999');

function problemOf(cents: number | null): string | null {
  if (cents === null) return priceHelp();
  if (cents > 0 && cents < LOWEST_CHARGE_CENTS) return priceTooLow();
  return cents > HIGHEST_CHARGE_CENTS ? priceTooHigh() : null;
}

const price = z
  .union([z.string().max(40, { error: priceHelp }), z.number()], { error: priceHelp })
  .transform((value, context) => {
    const cents = parseUsd(value);
    const message = (typeof value === 'string' && usdWithTwoMeanings(value)) || problemOf(cents);
    if (message === null) return cents;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Input for a new course or a changed one. Converts `price` from dollars to cents. */
export const courseSchema = z.object({
  title: printedLine(() => t('common.courseTitle')),
  description: multiline(() => t('common.description')),
  category: optional(line(() => t('common.category'), 60)).transform((value) => value ?? null),
  price: optional(price).transform((value) => value ?? null),
  firstLessonFree: optional(
    z.enum(['on', 'true', 'false'], { error: () => t('course.firstlessonfreeMustBeTrueOrFalse') }),
  ).transform((value) => value === 'on' || value === 'true'),
});

export type CourseInput = z.output<typeof courseSchema>;

/** Whether the buyers of a course keep it without an end, or get their money back. */
const buyers = optional(
  z.enum(['keep', 'refund'], { error: () => t('course.buyersMustBeKeepOrRefund') }),
).transform((value) => value ?? 'keep');

/** Why a super admin unpublishes or removes a course, and what happens to its buyers. */
export const courseReasonSchema = z.object({ reason: sentence(() => t('common.reason'), 500), buyers });

/** Why a course is deleted, which only its author may leave out, and what happens to its buyers. */
export const courseDeletionSchema = z.object({
  reason: optional(sentence(() => t('common.reason'), 500)),
  buyers,
});

const draft = optional(
  z.enum(['on', 'true', 'false'], { error: () => t('course.draftMustBeTrueOrFalse') }),
).transform((value) => value === 'on' || value === 'true');

/** Input for a new course. A draft is published later. */
export const newCourseSchema = courseSchema.extend({ draft });

const position = z
  .int({ error: () => t('course.positionMustBeAWholeNumber') })
  .min(1, { error: () => t('course.positionMustBeAWholeNumber') })
  .max(1_000_000, { error: () => t('course.positionMustBeAWholeNumber') })
  .meta({ description: 'From 1; after the last one, at the end', examples: [1] });

const isDraft = z.boolean({ error: () => t('course.draftMustBeTrueOrFalse2') });

/** A change of a module over the API. Absent fields stay. */
export const moduleChangeSchema = z.object({
  title: line(() => t('common.moduleTitle')).optional(),
  position: position.optional(),
  draft: isDraft.optional(),
});

/** A change of where a lesson is and whether it is published. Absent fields stay. */
export const lessonPlaceSchema = z.object({
  moduleId: z
    .string({ error: () => t('course.moduleidMustBeText') })
    .max(100, { error: () => t('course.moduleidIsTooLong') })
    .optional(),
  position: position.optional(),
  draft: isDraft.optional(),
});

export const moduleTitleSchema = z.object({ title: line(() => t('common.moduleTitle')) });

/** Input for a new module, titled 'Module {n}: New Module' by default. Ignores other fields of the API's payload. */
export const newModuleSchema = z.object({ title: optional(line('title')) });

export const lessonSchema = z.object({ title: line(() => t('common.lessonTitle')), duration });

/** Text fields of a lesson's upload. */
export const newLessonSchema = lessonSchema.extend({
  type: optional(z.literal('video', { error: () => t('course.typeMustBeVideo') })),
});

export const directionSchema = z.object({ direction: z.enum(['up', 'down']) });

export const ratingSchema = z.object({
  stars: wholeNumber('stars', 1, 5, () => t('course.pleaseChoose1To5Stars')),
});

export const COURSE_FILTERS = ['popular', 'new', 'top-rated'] as const;

/** Query parameters of the catalogue. `limit` may be up to 200, because the API returns plain arrays. */
export const catalogueSchema = z.object({
  limit: optional(
    z.coerce
      .number()
      .int({ error: () => t('common.limitMustBeAWholeNumber') })
      .min(1, { error: () => t('course.limitMustBe1To200') })
      .max(200, { error: () => t('course.limitMustBe1To200') }),
  ),
  cursor: z
    .string()
    .max(100, { error: () => t('common.cursorIsNotValid') })
    .optional(),
  q: optional(z.string().max(200, { error: () => t('common.qMustHaveAtMost200Characters') })),
  category: optional(z.string().max(200, { error: () => t('course.categoryMustHaveAtMost200Characters') })),
  filter: optional(z.enum(COURSE_FILTERS, { error: () => t('course.filterMustBePopularNewOrTopRated') })),
  minRating: optional(
    z.coerce
      .number({ error: () => t('course.minratingMustBeANumberFrom') })
      .min(0, { error: () => t('course.minratingMustBeANumberFrom') })
      .max(5, { error: () => t('course.minratingMustBeANumberFrom') }),
  ),
});

export const lessonSearchSchema = z.object({
  q: z
    .string()
    .trim()
    .max(200, { error: () => t('common.qMustHaveAtMost200Characters') })
    .default(''),
});
