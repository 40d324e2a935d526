import { z } from 'zod';
import { designId, issueSchema } from '#app/certificates/certificate.schema.ts';
import { pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

export const MAX_CSV_ROWS = 10_000;
export const MAX_JSON_ROWS = 1_000;

const ON_ERROR = ['abort', 'skip'] as const;

const onError = z
  .enum(ON_ERROR, { error: () => t('batch.onerrorMustBeAbortOrSkip') })
  .default('abort')
  .meta({
    description: "With 'abort', an invalid row rejects the whole batch. With 'skip', only the row fails",
  });
const START_DESCRIPTION =
  'Whether to start issuing at once. Otherwise the batch stays ready until it is started';

/** Options of a batch, apart from its rows. */
export type BatchOptions = {
  onError: (typeof ON_ERROR)[number];
  start: boolean;
  /** Design of the rows that don't name one. */
  designId?: string | undefined;
};

const certificates = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: () => t('batch.certificatesMustBeAList') })
    .min(1, { error: () => t('batch.certificatesMustHaveAtLeastOneCertificate') })
    .max(MAX_JSON_ROWS, { error: () => t('batch.certificatesMustHaveAtMost1000Certificates') });

const options = () => ({
  onError,
  designId,
  start: z
    .boolean({ error: () => t('batch.startMustBeTrueOrFalse') })
    .default(true)
    .meta({ description: START_DESCRIPTION }),
});

/** A row of a batch. The thread that reads the file parses each row with it. */
export const rowSchema = issueSchema;

/** Body of a batch in JSON. */
export const batchSchema = z.object({ certificates: certificates(rowSchema), ...options() });

/** The same body before its certificates are validated one by one. */
export const uncheckedBatchSchema = z.object({ certificates: certificates(z.unknown()), ...options() });

const flag = (name: string, fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], { error: () => t('common.nameMustBeTrueOrFalse', { name }) })
    .default(fallback)
    .transform((value) => value === 'true');

/** Query parameters of a batch in CSV. */
export const csvQuerySchema = z.object({
  onError,
  designId,
  start: flag('start', 'true').meta({ description: `With text/csv. ${START_DESCRIPTION}` }),
  allowDuplicate: flag('allowDuplicate', 'false').meta({
    description: 'With text/csv. Issues although students have valid certificates for their courses',
  }),
});

/** Query parameters of a batch's ZIP. */
export const zipQuerySchema = z.object({
  format: z.enum(['pdf', 'png'], { error: () => t('batch.formatMustBePdfOrPng') }).default('pdf'),
});

/** Query parameters of a batch's rows. */
export const rowsQuerySchema = z.object({
  limit: pageSizeSchema,
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, { error: () => t('common.cursorIsNotValid') })
    .optional(),
});
