import { createHash } from 'node:crypto';
import type { Carried, DocumentSigner, ManifestSigner } from '@certrace/verify';
import { type Client, SITE } from '#app/shared/fair-queue.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import type { DesignImages } from './design.ts';
import type { CertificateDrawing } from './drawing.ts';
import type { LibraryId } from './library/library.ts';
import type { ArtworkPage, ArtworkProblem } from './own-artwork/artwork.ts';
import type { ArtworkCheck } from './own-artwork/check.server.ts';
import type { Opened, Unfilled } from './own-artwork/from-layout.server.ts';

/** What to embed in a file, and the keys to sign it with. */
export type Embedded = {
  carried: Carried;
  signer: ManifestSigner;
  time: string;
  /** Signs a PDF as a whole; null without SIGNING_P12. */
  documentSigner: DocumentSigner | null;
};

/** A task of the worker thread: draw a certificate's file, a smaller preview, or a picture for a mail. */
export type RenderTask = { drawing: CertificateDrawing; images: DesignImages } & (
  | { format: 'png' | 'pdf' | 'jpg'; embed?: Embedded | undefined }
  | { format: 'preview'; width: number }
  | { format: 'mail' | 'mail-logo' }
  | { format: 'check'; check: ArtworkCheck }
  | { format: 'fit'; drawings: CertificateDrawing[] }
);

/** A task of the worker thread: draw what is behind the boxes of a design of the library. */
export type BackgroundTask = { library: LibraryId; page: ArtworkPage; format: 'pdf' | 'png' };

/** A task of the worker thread: open a finished design as boxes. */
export type OpeningTask = {
  opens: CertificateDrawing;
  images: DesignImages;
} & Unfilled;

/** Limit of drawing one file. Texts of the longest kind take half a second. */
const DRAWING_MS = 5_000;

const pool = createWorkerPool<RenderTask | BackgroundTask | OpeningTask, Uint8Array>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  // Previews leave a thread to downloads.
  maxLowThreads: 1,
  busyMessage: () => t('render.tooManyAreBeingDrawn'),
  processorMs: DRAWING_MS,
  idleTimeout: 60_000,
  // Only the project's fonts, so that a certificate looks the same on every machine.
  env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  // Drawing allocates little in V8's heap but much outside it. Small generations make V8 collect it more often. The costliest
  // names take 50 MB of the old one.
  resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 80 },
  // A thread that waits atomically never returns to its event loop, which frees the pixels of canvases.
  atomics: 'disabled',
});

/** Identifies a drawing. Images are part of it by their names, which are their hashes. */
const keyOf = (drawing: CertificateDrawing, format: RenderTask['format']) =>
  createHash('sha256')
    .update(JSON.stringify([drawing, format]))
    .digest('base64');

/**
 * Draws a certificate in a worker thread: a PNG of its page at 150 dpi or of its face, a PDF with one page, or a JPEG of its face.
 * @param embed the credential to embed, with a signed manifest
 * @param images the PNGs that the design refers to
 * @param client the client that waits for the file
 * @throws AppError busy when the client leaves, or when the thread crashed twice; unprocessable when it takes
 *   more than 5 seconds, and for an hour afterwards
 */
export const renderCertificate = (
  drawing: CertificateDrawing,
  format: 'png' | 'pdf' | 'jpg',
  embed?: Embedded,
  images: DesignImages = {},
  client: Client = SITE,
): Promise<Uint8Array> =>
  pool.run(
    { drawing, images, format, embed },
    { client, costly: { key: keyOf(drawing, format), message: () => t('render.certificateTakesTooLong') } },
  );

/**
 * Draws a certificate as a small PNG without a credential. The account's files that wait to be drawn come first.
 * @param width in pixels; at most the width of the full PNG
 * @throws AppError busy and unprocessable, as `renderCertificate`
 */
export const renderPreview = (
  drawing: CertificateDrawing,
  images: DesignImages,
  width: number,
  client: Client = SITE,
): Promise<Uint8Array> =>
  pool.run(
    { drawing, images, format: 'preview', width },
    {
      client,
      priority: 'low',
      costly: { key: keyOf(drawing, 'preview'), message: () => t('render.designTakesTooLong') },
    },
  );

/**
 * Draws a certificate, or the logo of its design, for a mail. Downloads come first.
 * @throws AppError busy and unprocessable, as `renderCertificate`
 */
export const renderForMail = (
  format: 'mail' | 'mail-logo',
  drawing: CertificateDrawing,
  images: DesignImages,
): Promise<Uint8Array> =>
  pool.run(
    { drawing, images, format },
    {
      client: SITE,
      priority: 'low',
      costly: { key: keyOf(drawing, format), message: () => t('render.certificateTakesTooLong') },
    },
  );

const asJson = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

/**
 * Says what keeps own artwork from being published, which is measured where it is drawn.
 * @param drawing of a sample
 * @throws AppError busy and unprocessable, as `renderCertificate`
 */
export async function findProblems(
  drawing: CertificateDrawing,
  images: DesignImages,
  check: ArtworkCheck,
  client: Client,
): Promise<ArtworkProblem[]> {
  const costly = { key: keyOf(drawing, 'check'), message: () => t('render.designTakesTooLong') };
  return asJson(
    await pool.run({ drawing, images, format: 'check', check }, { client, costly }),
  ) as ArtworkProblem[];
}

/**
 * The boxes of each certificate in own artwork that do not hold their texts at their smallest sizes.
 * @throws AppError busy, as `renderCertificate`
 */
export async function findIllegible(drawings: CertificateDrawing[], client: Client): Promise<number[][]> {
  const [drawing] = drawings;
  if (!drawing) return [];
  return asJson(await pool.run({ drawing, drawings, images: {}, format: 'fit' }, { client })) as number[][];
}

/**
 * Draws the background of a design of the library, as a PDF with one page or as a PNG at 150 dpi.
 * @throws AppError busy
 */
export const renderLibraryBackground = (task: BackgroundTask, client: Client): Promise<Uint8Array> =>
  pool.run(task, { client, priority: 'low' });

/**
 * Opens a finished design as boxes on a background.
 * @param drawing of a sample of usual length in the design
 * @throws AppError busy
 */
export async function renderAsBoxes(
  task: OpeningTask,
  client: Client,
): Promise<Opened & { pdf: Uint8Array }> {
  const bytes = Buffer.from(await pool.run(task, { client, priority: 'low' }));
  const end = bytes.indexOf('\n') + 1;
  return { ...(JSON.parse(bytes.toString('utf8', 0, end)) as Opened), pdf: bytes.subarray(end) };
}

/** Whether nothing is drawn or waits to be drawn. */
export const isRendererIdle = () => pool.isIdle();

/** Stops the worker threads after their current drawings. */
export const closeRenderer = () => pool.close();
