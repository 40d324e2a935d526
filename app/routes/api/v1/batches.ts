import { issuersWho } from '#app/accounts/actor.server.ts';
import { batchSchema, csvQuerySchema } from '#app/batches/batch.schema.ts';
import type { Batch } from '#app/batches/batch.server.ts';
import { checkBatch } from '#app/batches/check-batch.server.ts';
import type { CheckTask } from '#app/batches/check-worker.server.ts';
import { holdBatchFile } from '#app/batches/checker.server.ts';
import { csvTooLarge, jsonTooLarge, MAX_CSV_BYTES, MAX_JSON_BYTES } from '#app/batches/limits.ts';
import { serializeBatch } from '#app/routes/api/v1/serialize.server.ts';
import { freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import { t } from '#messages';
import type { Call } from './operation.ts';
import { isJson } from './read-json.ts';
import { resource } from './respond.ts';
import { batchErrorSchema, batchSummarySchema } from './schemas/batches.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

const CSV_TYPE = /^text\/csv\s*(?:;\s*(?:charset="?utf-?8"?|header=\w+)\s*)*$/i;

/** Reads the body as a task for the worker thread, by its content type. */
async function taskOf(
  { request, query, bytes }: Call<never, typeof batchSchema, typeof csvQuerySchema>,
  holding: Holding,
): Promise<CheckTask> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (isJson(contentType)) return { type: 'json', bytes: await bytes(MAX_JSON_BYTES, holding) };
  if (!CSV_TYPE.test(contentType)) {
    throw new AppError('unsupported-media', t('api.bodyMustBeJsonOrCsv'));
  }
  const { allowDuplicate, ...options } = query;
  return { type: 'csv', bytes: await bytes(MAX_CSV_BYTES, holding), options, allowDuplicate };
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
  csv: 'The columns studentName, studentEmail, courseName, issueDate and, if needed, expiryDate or expiresAfter, named in the first line; dates as YYYY-MM-DD or dd/MM/yyyy; up to 10,000 rows and 10 MB',
  example: {
    certificates: [
      {
        studentEmail: 'ingrid@students.example',
        studentName: 'Ingrid Sørensen',
        courseName: 'Distributed Systems',
        issueDate: '2026-02-28',
        expiresAfter: 'P2Y',
      },
    ],
    onError: 'abort',
    start: true,
  },
  responses: { 202: success({ batch: batchSummarySchema }) },
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
    const { actor, keep } = call;
    const toAnswer = (batch: Batch) => ({
      status: 202,
      body: { success: true, batch: serializeBatch(batch) },
    });
    const holding = holdBatchFile();
    let task: CheckTask | undefined;
    try {
      task = await taskOf(call, holding);
      holding.keep();
      return toAnswer(await checkBatch(actor, { task }, keep(toAnswer)));
    } finally {
      if (task) freeBytes(task.bytes);
      holding.release();
    }
  },
});
