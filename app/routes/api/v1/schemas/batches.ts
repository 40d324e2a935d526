import { z } from 'zod';
import 'zod-openapi';
import { id, instant, uniqueIdSchema } from './fields.ts';
import { errorSchema } from './responses.ts';

const rowErrors = z.record(z.string(), z.array(z.string())).meta({ description: 'Messages by field' });

const rowLine = z.int().meta({
  description: 'The line in the CSV file, whose header is line 1, or the position in the JSON array, from 1',
  examples: [2],
});

export const batchErrorSchema = z
  .strictObject({
    ...errorSchema.shape,
    rows: z
      .array(z.strictObject({ line: rowLine, errors: rowErrors }))
      .optional()
      .meta({ description: 'The first 1,000 rows that cannot be issued' }),
  })
  .meta({ id: 'BatchError' });

export const batchSummarySchema = z
  .strictObject({
    _id: id,
    fileName: z
      .string()
      .nullable()
      .meta({ description: 'Null unless a file was uploaded', examples: [null] }),
    status: z.enum(['checking', 'ready', 'issuing', 'done', 'cancelled']),
    total: z.int().meta({ description: 'Rows', examples: [1_000] }),
    issued: z.int().meta({ examples: [250] }),
    failed: z.int().meta({ description: 'Rows that cannot be issued', examples: [0] }),
    designId: id.nullable().meta({
      description:
        "The design that the call named, 'standard' for the built-in one; null if the defaults apply",
    }),
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable().meta({ description: 'When it was done or cancelled' }),
  })
  .meta({ id: 'Batch' });

export const batchWithRowsSchema = z
  .strictObject({
    ...batchSummarySchema.shape,
    rows: z.array(
      z.strictObject({
        line: rowLine,
        status: z.enum(['ready', 'issued', 'failed', 'cancelled']),
        uniqueId: uniqueIdSchema.optional(),
        issuedAt: instant.nullable(),
        errors: rowErrors.optional(),
      }),
    ),
  })
  .meta({ id: 'BatchWithRows' });
