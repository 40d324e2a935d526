import type { ImageType } from '../sniff-image.ts';
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
 * An image with nothing but its pixels, colour profile and orientation: metadata can cost a decoder far more memory and time than
 * pixels, and no limit of the decoder covers it.
 * @throws BadImage for a file that is broken, cut short or larger inside than it may be
 */
export const stripImage = (bytes: Buffer, type: ImageType): Buffer => STRIP[type](bytes);
