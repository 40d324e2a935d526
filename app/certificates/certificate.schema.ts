import { z } from 'zod';
import { addDuration, exampleDurations, parseDuration } from '#app/shared/durations.ts';
import { isEntered, readDuration } from '#app/shared/entered-durations.ts';
import {
  calendarDate,
  dateMessage,
  email,
  type Label,
  optional,
  sentence,
  wholeNumber,
} from '#app/shared/fields.ts';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { FIELDS, type FieldName, FORM_FIELDS, fieldOf, isOptional } from './fields.ts';

const leadsTooFar = () => t('certificate.expiresAfterMustNotLeadBeyond');
const durationExpected = () =>
  t('certificate.expiresAfterMustBeADuration', { example: exampleDurations().years });
/** Means that the certificate never expires. It overrides the design's validity period. */
const NEVER = 'never';

/**
 * Parses the field `expiresAfter`.
 * @returns a duration that `parseDuration` takes, `NEVER`, or '' for an empty field. Null for other text
 */
export function readExpiresAfter(text: string): string | null {
  if (text.trim() === '') return '';
  const isNever = () => [NEVER, t('certificate.never')].some((word) => isEntered(text, word));
  // A duration is read first, because most batches have one in each row.
  return readDuration(text) ?? (isNever() ? NEVER : null);
}

/** How long after the issue date a certificate expires. */
const expiresAfter = z
  .string({ error: durationExpected })
  .refine((text) => readExpiresAfter(text) !== null, { error: durationExpected, abort: true })
  .nullish()
  .meta({
    description:
      "Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides",
    examples: ['P2Y'],
  });

/** A date, or null for none. Empty values become null. */
const dateOrNone = (label: Label) =>
  z.union([z.literal('').transform(() => null), z.null(), calendarDate(label)], dateMessage(label));

/** An optional date. Absent, null and empty values become null. */
const optionalDate = (label: Label) =>
  dateOrNone(label)
    .optional()
    .transform((value) => value ?? null);

/** The schemas of the kinds of fields. */
const KINDS = { line: printedLine, email, date: calendarDate, 'optional date': optionalDate };

type ContentSchemas = {
  [Name in FieldName]: ReturnType<(typeof KINDS)[(typeof FIELDS)[Name]['kind']]>;
};

const contentSchemas = Object.fromEntries(
  FORM_FIELDS.map(fieldOf).map(({ name, kind, label, maxLength }) => [name, KINDS[kind](label, maxLength)]),
) as ContentSchemas;

type Entered = { issueDate: string; expiryDate: string | null; expiresAfter?: string | null | undefined };

/** Adds a duration to the issue date. Returns null for an invalid duration and for dates after the year 9999. */
export function expiryAfter(issueDate: string, text: string): string | null {
  const duration = parseDuration(text);
  return duration && addDuration(issueDate, duration);
}

/** Resolves a relative expiry to a date. Returns undefined for other text and for dates after the year 9999. */
function relativeExpiry({ issueDate, expiresAfter }: Entered): string | null | undefined {
  const text = readExpiresAfter(expiresAfter ?? '');
  if (!text || text === NEVER) return null;
  return expiryAfter(issueDate, text) ?? undefined;
}

const enteredDesign = z
  .string({ error: () => t('certificate.designidMustBeText') })
  .max(100, { error: () => t('certificate.designidIsNotValid') })
  .nullish();

/** The design of a certificate or of a batch. An absent, null or empty value means the default. */
export const designId = enteredDesign
  .transform((text) => text?.trim() || undefined)
  .meta({
    description:
      "ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer",
    examples: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'],
  });

function checkExpiry(entered: Entered, context: z.RefinementCtx) {
  const addIssue = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { issueDate, expiryDate } = entered;
  const relative = relativeExpiry(entered);
  if (expiryDate !== null && expiryDate < issueDate) {
    addIssue('expiryDate', t('certificate.expiryDateMustNotBeBeforeIssueDate'));
  }
  if (relative === undefined) addIssue('expiresAfter', leadsTooFar());
  if (expiryDate !== null && entered.expiresAfter?.trim()) {
    addIssue('expiresAfter', t('certificate.enterEitherExpiryDateOrExpiresAfter'));
  }
}

/** Replaces `expiryDate` and `expiresAfter` by one date. */
const toOneExpiry = <Input extends Entered>({ expiresAfter: text, ...entered }: Input) => {
  const neverExpires = readExpiresAfter(text ?? '') === NEVER || undefined;
  return {
    ...entered,
    expiryDate: entered.expiryDate ?? relativeExpiry({ ...entered, expiresAfter: text }) ?? null,
    neverExpires,
  };
};

/** Most own fields that an input names. */
const MOST_NAMED = 100;

/** Values of the issuer's own fields, which its declarations check (field-values.server.ts). */
const ownFields = z
  .record(z.string().max(100), z.unknown(), { error: () => t('ownFields.fieldsMustBeAnObject') })
  .refine((fields) => Object.keys(fields).length <= MOST_NAMED, {
    error: () => t('ownFields.fieldsMustBeAnObject'),
  })
  .optional()
  .meta({
    description: "Values of the issuer's own fields by key: text, numbers, true or false",
    examples: [{ hours: 12.5 }],
  });
const allowDuplicate = z.boolean({ error: () => t('certificate.allowduplicateMustBeTrueOrFalse') });

const MOST_HELD_MINUTES = 60;
export const minutesExpected = () => t('certificate.holdminutesMustBeAWholeNumber');

/** How many minutes a new certificate waits before it is issued. */
export const holdMinutes = z
  .int({ error: minutesExpected })
  .min(0, { error: minutesExpected })
  .max(MOST_HELD_MINUTES, { error: minutesExpected });

/** The same for one certificate or batch. */
export const ownHold = holdMinutes.nullish().meta({
  description:
    'How many minutes it waits before it is issued, and can be changed and withdrawn; 0 for none. Without it, the setting of the organisation applies',
  examples: [10],
});

const enteredSchema = z
  .object(
    {
      ...contentSchemas,
      fields: ownFields,
      expiresAfter,
      designId,
      allowDuplicate: allowDuplicate
        .default(false)
        .meta({ description: 'Issues although the student has a valid certificate for the course' }),
    },
    { error: () => t('certificate.aCertificateMustBeAJsonObject') },
  )
  .superRefine(checkExpiry);

/**
 * The input for issuing a certificate. An absent, null or empty expiry means none. The output has a single expiry date, however
 * it was entered.
 */
export const issueSchema = enteredSchema.transform(toOneExpiry);

/** The same of one that waits. `revision` is how often it was changed before it was opened. */
export const scheduledSchema = enteredSchema
  .safeExtend({ revision: optional(wholeNumber('revision', 0, 1_000_000_000)) })
  .transform(toOneExpiry);

/** Stands in a draft for a text that is not entered yet. */
const NOT_ENTERED = '…';

/** The schemas of the fields of a draft. Its address is not on the certificate. */
const draftContent = (today: string) =>
  Object.fromEntries(
    FORM_FIELDS.map(fieldOf).map(({ name, kind }) => {
      const schema: z.ZodType = contentSchemas[name];
      if (kind === 'email')
        return [
          name,
          z
            .unknown()
            .optional()
            .transform(() => ''),
        ];
      return [name, isOptional(name) ? schema : schema.default(kind === 'date' ? today : NOT_ENTERED)];
    }),
  ) as ContentSchemas;

/**
 * The input of a draft: as `issueSchema`, but fields may be missing.
 * @param today the issue date if none is entered
 */
export const draftSchema = (today: string) =>
  z
    .object({ ...enteredSchema.shape, ...draftContent(today) })
    .superRefine(checkExpiry)
    .transform(toOneExpiry);
const heldSchema = enteredSchema.safeExtend({ holdMinutes: ownHold });

/** The same for a certificate that may wait. */
export const heldIssueSchema = heldSchema.transform(toOneExpiry);

/** The same with a confirmation, for programs that act for people. */
export const confirmedIssueSchema = heldSchema
  .safeExtend({
    confirm: z
      .boolean({ error: () => t('certificate.confirmMustBeTrueOrFalse') })
      .default(false)
      .meta({
        description: 'true issues it. Without it, nothing is issued, and the answer says what would be',
      }),
  })
  .transform(toOneExpiry);

export type IssueInput = z.output<typeof issueSchema>;

const CHANGED_KINDS = { ...KINDS, 'optional date': dateOrNone };

/** Changes of a scheduled certificate. Absent members do not change. */
export const changeScheduledSchema = z.object(
  {
    ...(Object.fromEntries(
      FORM_FIELDS.map(fieldOf).map(({ name, kind, label, maxLength }) => [
        name,
        CHANGED_KINDS[kind](label, maxLength).optional(),
      ]),
    ) as unknown as {
      [Name in FieldName]: z.ZodOptional<ReturnType<(typeof CHANGED_KINDS)[(typeof FIELDS)[Name]['kind']]>>;
    }),
    fields: ownFields,
    expiresAfter,
    designId: enteredDesign.meta({
      description: "ID of a design; 'standard' for the built-in one; null for the default",
    }),
    allowDuplicate: allowDuplicate.optional(),
  },
  { error: () => t('certificate.aCertificateMustBeAJsonObject') },
);

/** The input of a certificate that waits, after some of it was changed: its values are valid, but may not fit each other any more. */
export const changedInputSchema = enteredSchema.transform(toOneExpiry);

/** The input of a certificate that waits, with some of it changed. @returns what `changedInputSchema` takes */
export function withChanges(
  { neverExpires, ...input }: IssueInput,
  { expiresAfter: after, fields, ...changes }: z.output<typeof changeScheduledSchema>,
): z.input<typeof changedInputSchema> {
  const isNewExpiry = Boolean(after?.trim());
  const isOldNever = neverExpires && changes.expiryDate === undefined && !isNewExpiry;
  return {
    ...input,
    ...(isNewExpiry && { expiryDate: null }),
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    fields: { ...input.fields, ...fields },
    expiresAfter: isOldNever ? NEVER : after,
  };
}

/**
 * The dates of a renewal. Without an expiry, a renewal is valid for as long as the certificate that it renews.
 * @param today the default issue date
 */
export const renewalSchema = (today: string) =>
  z
    .object({
      issueDate: optionalDate(FIELDS.issueDate.label)
        .transform((value) => value ?? undefined)
        .meta({ description: 'YYYY-MM-DD; today (UTC) by default' }),
      expiryDate: contentSchemas.expiryDate,
      expiresAfter,
    })
    .superRefine((entered, context) =>
      checkExpiry({ ...entered, issueDate: entered.issueDate ?? today }, context),
    )
    .transform(({ issueDate, ...entered }) => ({
      ...toOneExpiry({ ...entered, issueDate: issueDate ?? today }),
      issueDate,
    }));

export type RenewalInput = z.output<ReturnType<typeof renewalSchema>>;

/** IDs of selected certificates. All of them change in one transaction, for which other requests wait about 50 ms. */
export const MOST_SELECTED = 100;
export const selectionSchema = z.object({
  uniqueIds: z
    .array(z.string().max(100, { error: () => t('certificate.thisIsNotACertificateId') }), {
      error: () => t('certificate.selectAtLeastOneCertificate'),
    })
    .min(1, { error: () => t('certificate.selectAtLeastOneCertificate') })
    .max(MOST_SELECTED, {
      error: () =>
        t('certificate.selectAtMostMostselectedCertificatesAtATime', { mostSelected: MOST_SELECTED }),
    }),
});

/** Input of a revocation. */
export const revocationSchema = z.object({ reason: sentence(() => t('common.reason'), 500) });

/** Input of several revocations with one reason. */
export const bulkRevocationSchema = revocationSchema.extend(selectionSchema.shape);
