import { Piscina } from 'piscina';
import type { Actor } from '#app/accounts/actor.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Receipt, receiptOf } from './receipt.server.ts';
import { receiptLines, receiptNumber } from './receipt-lines.ts';
import type { ReceiptDocument } from './receipt-worker.server.ts';

const MAX_QUEUE = 50;
let pool: Piscina<ReceiptDocument, Uint8Array> | undefined;

/** One thread, which ends when it has nothing to do: a font is parsed each time, and that takes a while. */
const threads = () => {
  pool ??= new Piscina({
    filename: new URL('./receipt-worker.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_QUEUE,
    idleTimeout: 30_000,
    execArgv: [],
  });
  return pool;
};

/**
 * A receipt as PDF, drawn in a worker thread.
 * @param timeZone IANA, of whoever reads it
 * @throws AppError as `receiptOf`; busy
 */
export async function receiptPdf(
  actor: Actor,
  paymentId: string,
  timeZone: string,
): Promise<{ receipt: Receipt; bytes: Uint8Array }> {
  const receipt = receiptOf(actor, paymentId);
  const pool = threads();
  if (pool.queueSize >= MAX_QUEUE) {
    throw new AppError('busy', 'Too many receipts are being made. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  const bytes = await pool.run({
    title: `Receipt ${receiptNumber(receipt.number)}`,
    author: 'Certrace',
    lines: receiptLines(receipt, timeZone),
  });
  return { receipt, bytes };
}
