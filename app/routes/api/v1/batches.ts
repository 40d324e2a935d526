import { z } from 'zod';
import { issuersWho, requireIssuer } from '#app/accounts/actor.server.ts';
import {
  batchSchema,
  csvQuerySchema,
  picturesSchema,
  rowsQuerySchema,
  zipQuerySchema,
} from '#app/batches/batch.schema.ts';
import { batchRowsPage, findBatch } from '#app/batches/batch.server.ts';
import { checkBatch } from '#app/batches/check-batch.server.ts';
import type { CheckTask } from '#app/batches/check-worker.server.ts';
import { holdBatchFile } from '#app/batches/checker.server.ts';
import {
  csvTooLarge,
  jsonTooLarge,
  MAX_CSV_BYTES,
  MAX_JSON_BYTES,
  MOST_ZIP_FORM,
  ZIP_FIELD,
  zipTooLarge,
} from '#app/batches/limits.ts';
import { addPictures } from '#app/batches/pictures/add-pictures.server.ts';
import { cancelBatch, startBatch } from '#app/batches/run-batch.server.ts';
import { EXAMPLE, FIELD_NAMES, isOptional, REQUIRED_NAMES } from '#app/certificates/fields.ts';
import { readPicturesUpload } from '#app/routes/batches/read-upload.server.ts';
import { serveZip } from '#app/routes/batches/serve-zip.server.ts';
import { freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import type { Call } from './operation.ts';
import { isJson } from './read-request.ts';
import { resource } from './respond.ts';
import { batchErrorSchema, batchObject, batchWithRowsObject } from './schemas/batches.ts';
import { NO_STORAGE, NOT_ALLOWED, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

const SPREADSHEET_TYPE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.sheet|oasis\.opendocument\.spreadsheet)\s*(?:;.*)?$/i;
const CSV_TYPE = /^text\/csv\s*(?:;\s*(?:charset="?utf-?8"?|header=\w+)\s*)*$/i;

/** Reads the body as a task for the worker thread, by its content type. */
async function taskOf(
  { request, query, bytes }: Call<never, typeof batchSchema, typeof csvQuerySchema>,
  holding: Holding,
): Promise<CheckTask> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (isJson(contentType)) return { type: 'json', bytes: await bytes(MAX_JSON_BYTES, holding) };
  if (!CSV_TYPE.test(contentType) && !SPREADSHEET_TYPE.test(contentType)) {
    throw new AppError('unsupported-media', t('api.bodyMustBeJsonOrCsv'));
  }
  const { allowDuplicate, dateOrder, columns, ...options } = query;
  const reading = { dateOrder, columns };
  return { type: 'list', bytes: await bytes(MAX_CSV_BYTES, holding), options, allowDuplicate, reading };
}

api('certs/batches').post({
  auth: 'bearer',
  scope: 'batches:write',
  admits: issuersWho('certificates'),
  summary: 'Issue many certificates, in the background',
  query: csvQuerySchema,
  body: batchSchema,
  limits: [
    { type: 'application/json', bytes: MAX_JSON_BYTES, tooLarge: jsonTooLarge },
    { bytes: MAX_CSV_BYTES, tooLarge: csvTooLarge },
  ],
  csv: `The columns ${REQUIRED_NAMES.join(', ')} and, if needed, ${FIELD_NAMES.filter(isOptional).join(', ')} or expiresAfter and own fields by key or name, named in the first line; dates as YYYY-MM-DD or as people write them; up to 10,000 rows and 10 MB. An .xlsx or .ods file is taken as application/vnd.openxmlformats-officedocument.spreadsheetml.sheet or application/vnd.oasis.opendocument.spreadsheet`,
  example: {
    certificates: [{ ...EXAMPLE, expiryDate: undefined, expiresAfter: 'P2Y' }],
    onError: 'abort',
    start: true,
  },
  responses: { 202: success({ batch: batchObject }) },
  failures: {
    400: '1 row of 1,000 cannot be issued. Line 3: Student Email must be a valid email address.',
    403: NOT_ALLOWED,
    409: '20 batches are waiting to be started. Start or cancel one of them first.',
    413: jsonTooLarge(),
    415: 'The body must be application/json or text/csv in UTF-8.',
    429: "The 10,000 certificates exceed the rest of today's quota of 20,000.",
    503: 'Too many batches are being checked. Please try again in a moment.',
  },
  failureSchemas: { 400: batchErrorSchema },
  async handle(call) {
    const { actor } = call;
    const holding = holdBatchFile();
    let task: CheckTask | undefined;
    try {
      task = await taskOf(call, holding);
      holding.keep();
      return await checkBatch(actor, { task });
    } finally {
      if (task) freeBytes(task.bytes);
      holding.release();
    }
  },
  answer: (batch) => ({ status: 202, body: { success: true, batch: batchObject.serialize(batch) } }),
});

api('certs/batches/:batchId').get({
  auth: 'bearer',
  scope: 'batches:write',
  admits: issuersWho('read'),
  summary: 'One of the issuer’s batches, with its rows by line',
  query: rowsQuerySchema,
  since: { list: 'batch.rows', at: 'issuedAt', inOrder: false },
  responses: {
    200: success({
      batch: batchWithRowsObject,
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
        batch: batchWithRowsObject.serialize({ ...batch, rows }),
        nextCursor,
      },
    };
  },
});

api('certs/batches/:batchId/pictures').post({
  auth: 'bearer',
  scope: 'batches:write',
  admits: issuersWho('certificates'),
  summary:
    'Send photographs for a batch that is ready: a ZIP, which is read in the background, or one for a row',
  body: picturesSchema,
  example: { line: '2' },
  files: {
    [ZIP_FIELD]:
      'A ZIP of at most 4 GB, whose files have the names in the column of the field, or those of the addresses, the names or the searched fields of the students; or a PNG, JPEG, WebP, GIF or AVIF of at most 10 MB with `line`',
  },
  upload: { bytes: MOST_ZIP_FORM, tooLarge: zipTooLarge },
  responses: { 202: success({ batch: batchObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'The photographs of this batch are still being read.',
    429: TOO_MANY,
    503: 'Too many batches are being checked. Please try again in a moment.',
    507: NO_STORAGE,
  },
  async handle({ actor, params, upload }) {
    requireIssuer(actor, 'certificates');
    findBatch(actor, params.batchId);
    const { fields, file } = await readPicturesUpload(actor, upload);
    try {
      const { line } = parseInput(picturesSchema, fields);
      return await addPictures(actor, params.batchId, { line, file });
    } finally {
      await file.discard();
    }
  },
  answer: (batch) => ({ status: 202, body: { success: true, batch: batchObject.serialize(batch) } }),
});

api('certs/batches/:batchId/start').post({
  auth: 'bearer',
  scope: 'batches:write',
  summary: 'Start a batch that is ready',
  responses: { 202: success({ batch: batchObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'This batch was already started or cancelled.',
    429: "The 10,000 certificates exceed the rest of today's quota of 20,000.",
  },
  handle({ actor, params }) {
    const batch = startBatch(actor, params.batchId);
    return { status: 202, body: { success: true, batch: batchObject.serialize(batch) } };
  },
});

api('certs/batches/:batchId/cancel').post({
  auth: 'bearer',
  scope: 'batches:write',
  summary: 'Cancel the certificates that a batch has not issued yet',
  responses: { 200: success({ batch: batchObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: 'This batch is already done or cancelled.',
  },
  handle: async ({ actor, params }) => cancelBatch(actor, params.batchId),
  answer: (batch) => ({ body: { success: true, batch: batchObject.serialize(batch) } }),
});

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
