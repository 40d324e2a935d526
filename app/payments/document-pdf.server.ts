import { createHash } from 'node:crypto';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { cachedFile } from '#app/certificates/file-cache.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { creditNoteOf } from './credit-note.server.ts';
import type { PrintedDocument } from './document-worker.server.ts';
import { receiptOf } from './receipt.server.ts';
import { creditNoteLines, creditNoteNumber, receiptLines, receiptNumber } from './receipt-lines.ts';

/** Part of the cache key: change it when the drawing changes. */
const LAYOUT_VERSION = 2;
/** One thread that ends when idle, because parsed fonts take much memory. */
const pool = createWorkerPool<PrintedDocument, Uint8Array>({
  file: new URL('./document-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  busyMessage: 'Too many receipts are being made. Please try again in a moment.',
  idleTimeout: 30_000,
  // Uses the project's fonts only, so that a receipt looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
});

export type DocumentFile = {
  /** Reads the PDF; draws it first when it is not cached. @throws AppError rate-limited; busy; storage-full */
  read: () => Promise<Uint8Array>;
  /** Weak, because a redrawn PDF looks the same with other bytes. */
  etag: string;
  /** File name for downloads. */
  name: string;
};

/** A document as PDF, drawn in a worker thread and cached by what it says. */
function documentPdf(actor: Actor, document: PrintedDocument, name: string): DocumentFile {
  const key = createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, document]))
    .digest('hex');
  const draw = async () => {
    await limit(actor, 'receipts');
    return pool.run(document);
  };
  return {
    read: () => cachedFile(`${key}-receipt.pdf`, draw),
    etag: `W/"${key}"`,
    name: `certrace-${name}.pdf`,
  };
}

/**
 * A receipt as PDF.
 * @param timeZone IANA, of the reader
 * @throws AppError as `receiptOf`
 */
export function receiptPdf(actor: Actor, paymentId: string, timeZone: string): DocumentFile {
  const receipt = receiptOf(actor, paymentId);
  const number = receiptNumber(receipt.number);
  const document = { title: `Receipt ${number}`, lines: receiptLines(receipt, timeZone) };
  return documentPdf(actor, document, `receipt-${number}`);
}

/**
 * A credit note as PDF.
 * @param timeZone IANA, of the reader
 * @throws AppError as `creditNoteOf`
 */
export function creditNotePdf(actor: Actor, id: string, timeZone: string): DocumentFile {
  const note = creditNoteOf(actor, id);
  const number = creditNoteNumber(note.number);
  const document = { title: `Credit note ${number}`, lines: creditNoteLines(note, timeZone) };
  return documentPdf(actor, document, `credit-note-${number}`);
}
