import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { MAX_THUMBNAIL_BYTES, NOT_AN_IMAGE, THUMBNAIL_TOO_LARGE } from '../texts.ts';
import { partPath, THUMBNAIL_WIDTHS, type ThumbnailWidth } from './files.server.ts';
import { receiveFile, storageFailure } from './receive-file.server.ts';
import { type ImageType, sniffImage } from './sniff.ts';

/** A decoded picture takes four bytes a pixel: 50 million are 200 MB while it is being scaled, and no more at once. */
const MAX_PIXELS = 50_000_000;
const AT_ONCE = 2;
const WAITING = 50;

sharp.cache(false);
sharp.concurrency(1);

/** A thumbnail that has been made in all its sizes; `createCourse` and `updateCourse` put it in its place. */
export type StagedThumbnail = {
  id: string;
  files: { width: ThumbnailWidth; path: string }[];
  bytes: number;
  sha256: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  discard(): Promise<void>;
};

let running = 0;
const queue: (() => void)[] = [];

/** Scales few images at a time, so that many uploads take long rather than much memory. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw new AppError('busy', 'The server is busy. Please try again in a moment.');
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

const FORMATS: Record<ImageType, string> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
};

const reader = (path: string) =>
  sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true });

async function scale(source: string, id: string, kind: ImageType) {
  const { format } = await reader(source).metadata();
  if (format !== FORMATS[kind]) throw new Error('not what its first bytes say');
  const made = [];
  for (const width of THUMBNAIL_WIDTHS) {
    const path = partPath(`${id}-${width}`);
    const info = await reader(source)
      .autoOrient()
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(path);
    const file = await open(path, 'r+');
    const content = await file.readFile();
    await file.sync().finally(() => file.close());
    made.push({ info, content, file: { width, path } });
  }
  return made;
}

/**
 * Receives a picture (PNG, JPEG, WebP, GIF or AVIF by its bytes, at most 10 MB) and makes WebP of it in three sizes,
 * which drops its metadata and whatever else was in the file.
 * @throws AppError invalid, too-large, busy, storage-full; whatever the source fails with. Nothing is left behind then.
 */
export async function stageThumbnail(source: AsyncIterable<Uint8Array>): Promise<StagedThumbnail> {
  let kind: ImageType | null = null;
  const file = await receiveFile(source, {
    maxBytes: MAX_THUMBNAIL_BYTES,
    tooLargeMessage: THUMBNAIL_TOO_LARGE,
    accepts(head) {
      kind = sniffImage(head);
      return kind !== null;
    },
    wrongKindMessage: NOT_AN_IMAGE,
    field: 'thumbnail',
  });
  const discard = async () => {
    for (const width of THUMBNAIL_WIDTHS) await rm(partPath(`${file.id}-${width}`), { force: true });
  };
  try {
    const made = await inTurn(() => scale(file.path, file.id, kind ?? 'png'));
    const largest = made.at(-1);
    if (!largest) throw new Error('no size was made');
    return {
      id: file.id,
      files: made.map((size) => size.file),
      bytes: made.reduce((sum, { content }) => sum + content.byteLength, 0),
      sha256: createHash('sha256').update(largest.content).digest('hex'),
      width: largest.info.width,
      height: largest.info.height,
      discard,
    };
  } catch (error) {
    await discard();
    const failure = storageFailure(error);
    if (failure instanceof AppError) throw failure;
    throw invalid(NOT_AN_IMAGE, { thumbnail: [NOT_AN_IMAGE] });
  } finally {
    await file.discard();
  }
}
