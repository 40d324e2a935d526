import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { rowsQuerySchema } from '#app/batches/batch.schema.ts';
import { batchRowsPage, findBatch } from '#app/batches/batch.server.ts';
import { serializeBatch, serializeBatchRow } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { batchWithRowsSchema } from './schemas/batches.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certs/batches/:batchId').get({
  auth: 'bearer',
  scope: 'batches:write',
  admits: issuersWho('read'),
  summary: 'One of the issuer’s batches, with its rows by line',
  query: rowsQuerySchema,
  since: { list: 'batch.rows', at: 'issuedAt', inOrder: false },
  responses: {
    200: success({
      batch: batchWithRowsSchema,
      nextCursor: z.string().nullable().meta({ description: 'Null on the last page of rows' }),
    }),
  },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle({ actor, params, query }) {
    const batch = findBatch(actor, params.batchId);
    const { rows, nextCursor } = batchRowsPage(actor, params.batchId, query);
    return {
      body: {
        success: true,
        batch: { ...serializeBatch(batch), rows: rows.map(serializeBatchRow) },
        nextCursor,
      },
    };
  },
});
