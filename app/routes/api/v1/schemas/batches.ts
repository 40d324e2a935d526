import { z } from 'zod';
import 'zod-openapi';
import type { BatchRow } from '#app/batches/batch.server.ts';
import {
  _id,
  derived,
  id,
  instant,
  int,
  object,
  optionalText,
  part,
  uniqueIdSchema,
} from '#app/routes/api/v1/object.ts';
import { ownFieldsMember } from './certificates.ts';
import { errorSchema } from './responses.ts';

const rowErrors = z.record(z.string(), z.array(z.string())).meta({ description: 'Messages by field' });

const rowLine = int(
  2,
  'The line in the CSV file, whose header is line 1, or the position in the JSON array, from 1',
);

export const batchErrorSchema = z
  .strictObject({
    ...errorSchema.shape,
    rows: z
      .array(z.strictObject({ line: rowLine, errors: rowErrors }))
      .optional()
      .meta({ description: 'The first 1,000 rows that cannot be issued' }),
  })
  .meta({ id: 'BatchError' });

const pictures = part({
  status: z.enum(['reading', 'read']),
  total: int(30, 'Photographs for which rows wait or waited'),
  read: int(12),
  unmatched: z.array(z.string()).meta({ description: 'The first 100 files that fit no row' }),
  unmatchedCount: int(0, 'Files that fit no row'),
});

const batch = {
  _id,
  fileName: optionalText(null, 'Null unless a file was uploaded'),
  status: z.enum(['checking', 'ready', 'issuing', 'scheduled', 'done', 'cancelled']),
  total: int(1_000, 'Rows'),
  issued: int(250),
  failed: int(0, 'Rows that cannot be issued'),
  warned: int(0, 'Rows that can be issued and look damaged'),
  designId: id.nullable().meta({
    description:
      "The design that the call named, 'standard' for the built-in one; null if the defaults apply",
  }),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable().meta({ description: 'When it was done or cancelled' }),
  pictures: pictures.nullable().meta({ description: 'The last ZIP of photographs; null without one' }),
};

export const batchObject = object('Batch', batch);

const rowObject = part({
  line: rowLine,
  status: z.enum(['ready', 'scheduled', 'issued', 'failed', 'cancelled']),
  uniqueId: derived(uniqueIdSchema.optional(), (row: BatchRow) => row.uniqueId ?? undefined),
  fields: ownFieldsMember,
  issuedAt: instant.nullable(),
  errors: derived(rowErrors.optional(), (row: BatchRow) => row.errors ?? undefined),
  warnings: derived(rowErrors.optional(), (row: BatchRow) => row.warnings ?? undefined),
});

export const batchWithRowsObject = object('BatchWithRows', { ...batch, rows: rowObject.array() });
