import type { Carried, DocumentSigner, ManifestSigner } from '@certrace/verify';
import { createSemaphore } from '../../shared/semaphore.server.ts';
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

/** A task of a worker thread: to draw a certificate's file, or a smaller picture for a preview. */
export type RenderTask = { drawing: CertificateDrawing; images: DesignImages } & (
  | { format: 'png' | 'pdf'; carry?: Carry | undefined }
  | { format: 'preview'; width: number }
);

const BUSY = 'Too many certificates are being drawn. Please try again in a moment.';

const pool = createWorkerPool<RenderTask, Uint8Array>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 500,
  busyMessage: BUSY,
  idleTimeout: 60_000,
  // Uses the project's fonts only, so that a certificate looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  // Drawing leaves little garbage in V8's heap but much outside it, so it must be collected often.
  resourceLimits: { maxYoungGenerationSizeMb: 2 },
  // A thread in an atomic wait never returns to its event loop, where the memory of canvas pixels is released.
  atomics: 'disabled',
});

/**
 * Draws a certificate in a worker thread: a PNG of A4 at 150 dpi, or a PDF of one A4 page.
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

/** Previews take turns, so that they never take more than one thread from the files that are downloaded. */
const previewInTurn = createSemaphore(1, 20, BUSY);

/**
 * Draws a certificate as a small PNG without a credential, after all files that wait to be drawn.
 * @param width in pixels; at most the file's own
 * @throws AppError busy, as `renderCertificate`
 */
export const renderPreview = (
  drawing: CertificateDrawing,
  images: DesignImages,
  width: number,
): Promise<Uint8Array> =>
  previewInTurn(() => pool.runWhenFree({ drawing, images, format: 'preview', width }));

/** Stops the worker threads after their current drawings. */
export const closeRenderer = () => pool.close();
