import type { ImageType } from '#app/files/images/sniff-image.ts';
import { stripAvif } from './avif.ts';
import { stripJpeg } from './jpeg.ts';
import { BadImage, requirePixels, slice } from './limits.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const TRAILER = 0x3b;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;

/** Length in bytes of the colour table that a packed field announces (GIF89a section 18). */
const tableBytes = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);

/** The end of a sequence of data sub-blocks. */
function endOfBlocks(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const size = slice(bytes, at, at + 1).readUInt8(0);
    at += 1 + size;
    if (size === 0) return at;
  }
}

/**
 * Reduces a GIF to its first frame, without comments and application data.
 * @throws BadImage
 */
export function stripGif(bytes: Buffer): Buffer {
  const screen = slice(bytes, 0, 13);
  requirePixels(screen.readUInt16LE(6), screen.readUInt16LE(8));
  let at = 13 + tableBytes(screen.readUInt8(10));
  const kept: Buffer[] = [slice(bytes, 0, at)];
  let control: Buffer | undefined;
  for (;;) {
    const kind = slice(bytes, at, at + 1).readUInt8(0);
    if (kind === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2);
      if (bytes[at + 1] === GRAPHIC_CONTROL) control = slice(bytes, at, end);
      at = end;
    } else if (kind === IMAGE) {
      const descriptor = slice(bytes, at, at + 10);
      requirePixels(descriptor.readUInt16LE(5), descriptor.readUInt16LE(7));
      const end = endOfBlocks(bytes, at + 11 + tableBytes(descriptor.readUInt8(9)));
      if (control) kept.push(control);
      kept.push(slice(bytes, at, end), Buffer.from([TRAILER]));
      return Buffer.concat(kept);
    } else throw new BadImage('no image');
  }
}

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
