import { setTimeout as delay } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import type { Actor } from '#app/accounts/actor.server.ts';
import { certificateFile, type FileFormat } from '#app/certificates/certificate-file.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { batchRowsPage, findBatch } from './batch.server.ts';

/** Files requested ahead of the one being sent: two are drawn, one per drawing thread, while the third waits to be sent. */
const AHEAD = 3;
const PAGE = 100;
const BUSY_PAUSE_MS = 500;
const BUSY_TRIES = 120;

type ZipEntry = { name: string; input: Uint8Array };

/** File systems reject names of more than 255 bytes. The ID and the extension take 24 of them. */
const MAX_NAME_BYTES = 200;

/** Decodes truncated UTF-8. `stream` drops an incomplete character at the end. */
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes, { stream: true });

/** File name of a ZIP entry: visible, and without characters that file systems reject. */
export function zipEntryName(student: string, uniqueId: string, format: FileFormat | 'txt'): string {
  const letters = student.replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '').replace(/^[ ._-]+/, '');
  const name = decode(Buffer.from(letters).subarray(0, MAX_NAME_BYTES)).trim();
  return `${name} ${uniqueId}.${format}`.trim();
}

/** Reads one file. Retries while the drawing queue is full and the client waits. */
async function readFile(actor: Actor, uniqueId: string, format: FileFormat): Promise<Uint8Array> {
  const file = certificateFile({ actor }, uniqueId, format);
  for (let tries = 1; ; tries += 1) {
    try {
      return await file.read();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'busy' || tries === BUSY_TRIES) throw error;
      if (actor.signal?.aborted) throw error;
      await delay(BUSY_PAUSE_MS);
    }
  }
}

/** The entry of a certificate. If its file cannot be drawn, a text file has the reason. */
async function entryOf(
  actor: Actor,
  student: string,
  uniqueId: string,
  format: FileFormat,
): Promise<ZipEntry> {
  try {
    const input = await readFile(actor, uniqueId, format);
    return { name: zipEntryName(student, uniqueId, format), input };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    return { name: zipEntryName(student, uniqueId, 'txt'), input: Buffer.from(`${error.message}\n`) };
  }
}

function* issuedRows(actor: Actor, id: string) {
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page = batchRowsPage(actor, id, { limit: PAGE, cursor });
    for (const { studentName, uniqueId } of page.rows) if (uniqueId) yield { studentName, uniqueId };
    cursor = page.nextCursor;
  }
}

async function* entries(actor: Actor, id: string, format: FileFormat): AsyncGenerator<ZipEntry> {
  const ahead: Promise<ZipEntry>[] = [];
  for (const { studentName, uniqueId } of issuedRows(actor, id)) {
    const entry = entryOf(actor, studentName, uniqueId, format);
    // Awaited later. A download that ends early never awaits it, and its rejection must not be unhandled.
    entry.catch(() => undefined);
    ahead.push(entry);
    if (ahead.length === AHEAD) yield (await ahead.shift()) as ZipEntry;
  }
  for (const entry of ahead) yield await entry;
}

/**
 * Streams all certificates of a batch as one ZIP. Files are drawn while the ZIP is read and are not kept in memory.
 * @throws AppError as `findBatch`; conflict while nothing is issued
 */
export function batchZip(actor: Actor, id: string, format: FileFormat) {
  const batch = findBatch(actor, id);
  if (batch.issued === 0) throw new AppError('conflict', t('batchZip.noCertificateOfThisBatchIsIssuedYet'));
  return makeZip(entries(actor, id, format));
}
