import { startBatch } from '#app/batches/start-batch.server.ts';
import { serializeBatch } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { batchSummarySchema } from './schemas/batches.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certs/batches/:batchId/start').post({
  auth: 'bearer',
  scope: 'batches:write',
  summary: 'Start a batch that is ready',
  responses: { 202: success({ batch: batchSummarySchema }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'This batch was already started or cancelled.',
    429: "The 10,000 certificates exceed the rest of today's quota of 20,000.",
  },
  handle({ actor, params }) {
    const batch = startBatch(actor, params.batchId);
    return { status: 202, body: { success: true, batch: serializeBatch(batch) } };
  },
});
