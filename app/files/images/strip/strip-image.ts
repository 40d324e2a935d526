import type { ImageType } from '#app/files/images/sniff-image.ts';
import { stripAvif } from './avif.ts';
import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const STRIP: Record<ImageType, (bytes: Buffer) => Buffer> = {
  png: stripPng,
  jpeg: stripJpeg,
  webp: stripWebp,
  gif: stripGif,
  avif: stripAvif,
};

/**
 * Reduces an image to its pixels, colour profile and orientation. Metadata can cost a decoder far more memory and time than
 * pixels, and no limit of the decoder covers it.
 * @throws BadImage for a file that is broken, truncated, or exceeds a limit
 */
export const stripImage = (bytes: Buffer, type: ImageType): Buffer => STRIP[type](bytes);
