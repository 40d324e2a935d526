import { createHash } from 'node:crypto';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { cachedFile } from '#app/certificates/file-cache.server.ts';
import { receiptOf } from '#app/payments/receipt.server.ts';
import { receiptLines, receiptNumber } from '#app/payments/receipt-lines.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import type { ReceiptDocument } from './receipt-worker.server.ts';

/** Part of the cache key: change it when the drawing changes. */
const LAYOUT_VERSION = 1;
/** One thread that ends when idle, because fonts are parsed for each receipt and take much memory. */
const pool = createWorkerPool<ReceiptDocument, Uint8Array>({
  file: new URL('./receipt-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  busyMessage: 'Too many receipts are being made. Please try again in a moment.',
  idleTimeout: 30_000,
});

async function draw(actor: Actor, document: ReceiptDocument): Promise<Uint8Array> {
  await limit(actor, 'receipts');
  return pool.run(document);
}

export type ReceiptFile = {
  /** Reads the PDF; draws it first when it is not cached. @throws AppError rate-limited; busy; storage-full */
  read: () => Promise<Uint8Array>;
  /** Weak, because a redrawn PDF looks the same with other bytes. */
  etag: string;
  /** File name for downloads. */
  name: string;
};

/**
 * A receipt as PDF, drawn in a worker thread and cached by what it says.
 * @param timeZone IANA, of the reader
 * @throws AppError as `receiptOf`
 */
export function receiptPdf(actor: Actor, paymentId: string, timeZone: string): ReceiptFile {
  const receipt = receiptOf(actor, paymentId);
  const number = receiptNumber(receipt.number);
  const document = { title: `Receipt ${number}`, author: 'Certrace', lines: receiptLines(receipt, timeZone) };
  const key = createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, document]))
    .digest('hex');
  return {
    read: () => cachedFile(`${key}-receipt.pdf`, () => draw(actor, document)),
    etag: `W/"${key}"`,
    name: `certrace-receipt-${number}.pdf`,
  };
}
