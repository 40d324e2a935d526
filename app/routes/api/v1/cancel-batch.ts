import { cancelBatch } from '#app/batches/cancel-batch.server.ts';
import { serializeBatch } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { batchSummarySchema } from './schemas/batches.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certs/batches/:batchId/cancel').post({
  auth: 'bearer',
  scope: 'batches:write',
  summary: 'Cancel the certificates that a batch has not issued yet',
  responses: { 200: success({ batch: batchSummarySchema }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'This batch is already done or cancelled.',
  },
  handle({ actor, params }) {
    const batch = cancelBatch(actor, params.batchId);
    return { status: 200, body: { success: true, batch: serializeBatch(batch) } };
  },
});
