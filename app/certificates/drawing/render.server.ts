import type { Carried, DocumentSigner, ManifestSigner } from '@certrace/verify';
import { createWorkerPool } from '../../shared/worker-pool.server.ts';
import type { DesignImages } from './design.ts';
import type { CertificateDrawing } from './drawing.ts';

/** What a drawn file embeds, and who signs it. */
export type Carry = {
  carried: Carried;
  signer: ManifestSigner;
  time: string;
  /** Signs a PDF as a whole; null without SIGNING_P12. */
  documentSigner: DocumentSigner | null;
};

export type RenderTask = {
  drawing: CertificateDrawing;
  images: DesignImages;
  format: 'png' | 'pdf';
  carry?: Carry | undefined;
};

const pool = createWorkerPool<RenderTask, Uint8Array>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 500,
  busyMessage: 'Too many certificates are being drawn. Please try again in a moment.',
  idleTimeout: 60_000,
  // Uses the project's fonts only, so that a certificate looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  // Drawing leaves little garbage in V8's heap but much outside it, so it must be collected often.
  resourceLimits: { maxYoungGenerationSizeMb: 2 },
  // A thread in an atomic wait never returns to its event loop, where the memory of canvas pixels is released.
  atomics: 'disabled',
});

/**
 * Draws a certificate in a worker thread: a PNG of 1754 × 1240 pixels, or a PDF of one A4 page in landscape.
 * @param carry the credential to embed, with a statement of what the file shows
 * @param images the PNGs that the drawing's design names
 * @throws AppError busy when too many certificates are waiting, or when the thread died twice
 */
export const renderCertificate = (
  drawing: CertificateDrawing,
  format: 'png' | 'pdf',
  carry?: Carry,
  images: DesignImages = {},
): Promise<Uint8Array> => pool.run({ drawing, images, format, carry });

/** Stops the worker threads after their current drawings. */
export const closeRenderer = () => pool.close();
