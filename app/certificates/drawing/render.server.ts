import type { Carried, ManifestSigner } from '@certrace/verify';
import { createWorkerPool } from '../../shared/worker-pool.server.ts';
import type { CertificateDrawing } from './drawing.ts';

/** What a drawn file carries besides what it shows, and who signs for both. */
export type Carry = { carried: Carried; signer: ManifestSigner; time: string };

export type RenderTask = { drawing: CertificateDrawing; format: 'png' | 'pdf'; carry?: Carry | undefined };

const pool = createWorkerPool<RenderTask, Uint8Array>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 500,
  busyMessage: 'Too many certificates are being drawn. Please try again in a moment.',
  idleTimeout: 60_000,
  // Only the fonts of the project count, so that a certificate looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  // What a certificate leaves behind is small for V8 and large outside it: it is to be collected often.
  resourceLimits: { maxYoungGenerationSizeMb: 2 },
  // A thread that waits for its next task in an atomic wait never returns to its event loop, and only there is
  // the memory of pixels that were read from the canvas given back.
  atomics: 'disabled',
});

/**
 * Draws a certificate in a worker thread: a PNG of 1754x1240 pixels, or a PDF of one A4 page in landscape.
 * @param carry the credential that goes into the file, with a statement of what the file shows
 * @throws AppError busy when too many certificates wait to be drawn, or when the thread died twice
 */
export const renderCertificate = (
  drawing: CertificateDrawing,
  format: 'png' | 'pdf',
  carry?: Carry,
): Promise<Uint8Array> => pool.run({ drawing, format, carry });

/** Ends the worker threads once what they are drawing is done. */
export const closeRenderer = () => pool.close();
