import { hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { decodeImage } from '#app/files/images/decode-image.server.ts';
import { type ImageType, sniffImage } from '#app/files/images/sniff-image.ts';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { invalid } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { partPath, THUMBNAIL_WIDTHS, type ThumbnailWidth } from './files.server.ts';
import { receiveFile, storageFailure } from './receive-file.server.ts';
import { isHeic, otherKind } from './sniff.ts';
import {
  heicNotRead,
  isOtherKind,
  kindsTaken,
  MAX_THUMBNAIL_BYTES,
  notAnImage,
  thumbnailTooLarge,
} from './texts.ts';

/** A thumbnail in all its sizes, in temporary files. `createCourse` and `updateCourse` move it into place. */
export type StagedThumbnail = {
  id: string;
  files: { width: ThumbnailWidth; path: string; bytes: number; sha256: string }[];
  bytes: number;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  discard(): Promise<void>;
};

const KINDS = ['PNG', 'JPEG', 'WebP', 'GIF', 'AVIF'];
/** The reasons for the refusal of a file: the kinds that are taken, and the kind of the file if it is known. */
export function whyNotTaken(head: Uint8Array): string[] {
  const kind = otherKind(head);
  // The decoder has no HEVC, which has patents.
  const reasons = kind === null ? [] : [isHeic(head) ? heicNotRead() : isOtherKind(kind)];
  return [kindsTaken(KINDS), ...reasons];
}

const wrongImage = () => invalid(notAnImage(), { thumbnail: [notAnImage()] });

/**
 * Receives an image (PNG, JPEG, WebP, GIF or AVIF by its bytes, at most 10 MB) and encodes it as WebP without metadata in three
 * sizes. Leaves nothing behind on failure.
 * @param client the client that sends the image
 * @throws AppError invalid, too-large, busy, storage-full; errors of the source
 */
export async function stageThumbnail(
  source: AsyncIterable<Uint8Array>,
  client: Client,
): Promise<StagedThumbnail> {
  let type: ImageType | null = null;
  const file = await receiveFile(source, {
    maxBytes: MAX_THUMBNAIL_BYTES,
    tooLargeMessage: thumbnailTooLarge(),
    accepts(head) {
      type = sniffImage(head);
      return type !== null;
    },
    wrongKindMessage: notAnImage(),
    wrongKindReasons: whyNotTaken,
    field: 'thumbnail',
  });
  const places = THUMBNAIL_WIDTHS.map((width) => ({ width, path: partPath(`${file.id}-${width}`) }));
  const discard = async () => {
    for (const { path } of places) await rm(path, { force: true });
  };
  try {
    if (!type) throw wrongImage();
    const made = await decodeImage(client, file.path, type, THUMBNAIL_WIDTHS);
    const largest = made.at(-1);
    if (!largest || made.length !== places.length) throw new Error('The image decoder omitted a size');
    const files: StagedThumbnail['files'] = [];
    for (const [index, place] of places.entries()) {
      const bytes = made[index]?.bytes ?? Buffer.alloc(0);
      await writeFile(place.path, bytes, { flush: true });
      files.push({ ...place, bytes: bytes.byteLength, sha256: hash('sha256', bytes) });
    }
    return {
      id: file.id,
      files,
      bytes: made.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
      width: largest.width,
      height: largest.height,
      discard,
    };
  } catch (error) {
    await discard();
    throw error instanceof BadImage ? wrongImage() : storageFailure(error);
  } finally {
    await file.discard();
  }
}
