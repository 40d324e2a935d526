import { Piscina } from 'piscina';
import { AppError } from '../../shared/errors.server.ts';
import type { CertificateDrawing } from './drawing.ts';

const MAX_THREADS = 2;
const MAX_QUEUE = 500;
const RETRY_AFTER_SECONDS = 5;
const IDLE_TIMEOUT_MS = 60_000;

let pool: Piscina<{ drawing: CertificateDrawing; format: 'png' | 'pdf' }, Uint8Array> | undefined;

function startPool() {
  pool ??= new Piscina({
    filename: new URL('./worker.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    maxQueue: MAX_QUEUE,
    idleTimeout: IDLE_TIMEOUT_MS,
    // Only the fonts of the project count, so that a certificate looks the same on every machine.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    execArgv: [],
    // What a certificate leaves behind is small for V8 and large outside it: it is to be collected often.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
    // A thread that waits for its next task in an atomic wait never returns to its event loop, and only there is
    // the memory of pixels that were read from the canvas given back.
    atomics: 'disabled',
  });
  return pool;
}

/**
 * Draws a certificate in a worker thread: a PNG of 1754x1240 pixels, or a PDF of one A4 page in landscape.
 * @throws AppError 'busy' when too many certificates wait to be drawn.
 */
export async function renderCertificate(
  drawing: CertificateDrawing,
  format: 'png' | 'pdf',
): Promise<Uint8Array> {
  const threads = startPool();
  if (threads.queueSize >= MAX_QUEUE) {
    throw new AppError('busy', 'Too many certificates are being drawn. Please try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return threads.run({ drawing, format });
}

/** Ends the worker threads once what they are drawing is done. */
export async function closeRenderer(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
