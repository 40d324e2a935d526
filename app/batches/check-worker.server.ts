import { freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { allowUtf8Mailboxes } from '#app/shared/fields.ts';
import { inReadersLanguage } from '#app/shared/in-readers-language.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { type BatchOptions, MAX_JSON_ROWS, type Reading, uncheckedBatchSchema } from './batch.schema.ts';
import { readBatchList } from './batch-csv.server.ts';
import { type CheckedRow, checkCertificates, checkListRows } from './check-rows.server.ts';

export type CheckTask =
  | { type: 'list'; bytes: Uint8Array; options: BatchOptions; allowDuplicate: boolean; reading: Reading }
  | { type: 'json'; bytes: Uint8Array };

/** A task, and whether the mail server delivers to local parts in UTF-8. */
export type CheckInThread = CheckTask & { smtpUtf8: boolean };

export type Checked = { rows: CheckedRow[]; options: BatchOptions };
/** An error is returned, not thrown: errors lose their class on the way to another thread. */
export type CheckResult = { checked: Checked } | { error: Pick<AppError, 'code' | 'message' | 'fields'> };

/** Most fields and separators in a JSON batch. */
const MAX_JSON_FIELDS = 10 * MAX_JSON_ROWS;

async function check(task: CheckTask): Promise<Checked> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if (task.type === 'list') {
    const { allowDuplicate, options, reading } = task;
    const rows = await readBatchList(bytes, reading);
    return { rows: checkListRows(rows, { allowDuplicate, dateOrder: reading.dateOrder }), options };
  }
  const input = parseInput(uncheckedBatchSchema, parseJsonObject(bytes, MAX_JSON_FIELDS));
  const { certificates, ...options } = input;
  return { rows: checkCertificates(certificates), options };
}

/** Runs in a worker thread, because reading and checking 10,000 rows would block the event loop. */
async function checkInThread(task: CheckInThread): Promise<CheckResult> {
  allowUtf8Mailboxes(() => task.smtpUtf8);
  try {
    return { checked: await check(task) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields } = error;
    return { error: { code, message, fields } };
  } finally {
    // A copy of this thread.
    freeBytes(task.bytes);
  }
}

export default inReadersLanguage(checkInThread);
