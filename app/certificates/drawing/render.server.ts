import type { Carried, DocumentSigner, ManifestSigner } from '@certrace/verify';
import { createSemaphore } from '#app/shared/semaphore.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import type { DesignImages } from './design.ts';
import type { CertificateDrawing } from './drawing.ts';

/** What to embed in a file, and the keys to sign it with. */
export type Embedded = {
  carried: Carried;
  signer: ManifestSigner;
  time: string;
  /** Signs a PDF as a whole; null without SIGNING_P12. */
  documentSigner: DocumentSigner | null;
};

/** A task of the worker thread: draw a certificate's file, or a smaller preview. */
export type RenderTask = { drawing: CertificateDrawing; images: DesignImages } & (
  | { format: 'png' | 'pdf'; embed?: Embedded | undefined }
  | { format: 'preview'; width: number }
);

const BUSY = 'Too many certificates are being drawn. Please try again in a moment.';

const pool = createWorkerPool<RenderTask, Uint8Array>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 500,
  busyMessage: BUSY,
  idleTimeout: 60_000,
  // Only the project's fonts, so that a certificate looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  // Drawing allocates little in V8's heap but much outside it. A small young generation makes V8 collect it more often.
  resourceLimits: { maxYoungGenerationSizeMb: 2 },
  // A thread that waits atomically never returns to its event loop, which frees the pixels of canvases.
  atomics: 'disabled',
});

/**
 * Draws a certificate in a worker thread: a PNG of A4 at 150 dpi, or a PDF with one A4 page.
 * @param embed the credential to embed, with a signed statement of what the file shows
 * @param images the PNGs that the design refers to
 * @throws AppError busy when too many certificates are waiting, or when the thread crashed twice
 */
export const renderCertificate = (
  drawing: CertificateDrawing,
  format: 'png' | 'pdf',
  embed?: Embedded,
  images: DesignImages = {},
): Promise<Uint8Array> => pool.run({ drawing, images, format, embed });

/** One preview at a time, so that previews leave the other threads to downloads. */
const withPreviewSlot = createSemaphore(1, 20, BUSY);

/**
 * Draws a certificate as a small PNG without a credential. Files that wait to be drawn come first.
 * @param width in pixels; at most the width of the full PNG
 * @throws AppError busy, as `renderCertificate`
 */
export const renderPreview = (
  drawing: CertificateDrawing,
  images: DesignImages,
  width: number,
): Promise<Uint8Array> =>
  withPreviewSlot(() => pool.runWhenFree({ drawing, images, format: 'preview', width }));

/** Stops the worker threads after their current drawings. */
export const closeRenderer = () => pool.close();
