import { zipQuerySchema } from '#app/batches/batch.schema.ts';
import { serveZip } from '#app/routes/batches/serve-zip.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('certs/batches/:batchId/certificates.zip').get({
  auth: 'bearer',
  scope: 'batches:write',
  summary: 'The issued certificates of a batch as a ZIP, drawn while it is sent',
  query: zipQuerySchema,
  file: 'The ZIP',
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'No certificate of this batch is issued yet.',
    429: 'You already have two downloads running. Please wait until one finishes.',
    503: 'Too many downloads are running at the moment. Please try again in a minute.',
  },
  handle: ({ actor, params, query }) => serveZip(actor, params.batchId, query),
});
