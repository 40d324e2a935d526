import type { ImageType } from '#app/files/images/sniff-image.ts';
import { stripAvif } from './avif.ts';
import { BadImage, requirePixels, slice } from './limits.ts';
import { EXIF_PREFIX, exifOf, orientationOf } from './orientation.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

/** Each scan covers all pixels. Encoders write about ten for a progressive picture. */
const MAX_SCANS = 64;
const PROFILE = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

const MARKER = { SOI: 0xd8, EOI: 0xd9, SOS: 0xda, APP0: 0xe0, APP1: 0xe1, APP2: 0xe2, APP14: 0xee };
/** Quantisation, Huffman and arithmetic tables, and the restart interval. */
const TABLES = new Set([0xdb, 0xc4, 0xcc, 0xdd]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The position of the next marker after entropy-coded data (ITU-T T.81 section B.1.1.5). */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new BadImage('truncated');
}

/** Whether decoding needs a segment before the pixels. */
function isNeeded(marker: number, data: Buffer): boolean {
  if (marker === MARKER.APP0 || marker === MARKER.APP14) return data.length <= 64;
  // Keeps profiles in a single segment, of at most 64 KB.
  if (marker === MARKER.APP2) return data.subarray(0, PROFILE.length).equals(PROFILE);
  return TABLES.has(marker) || isFrame(marker);
}

/**
 * Removes comments, application data and trailing data from a JPEG (ITU-T T.81). Keeps a colour profile in a single segment,
 * and the orientation.
 * @throws BadImage
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [Buffer.from([0xff, MARKER.SOI])];
  let oriented = false;
  let scans = 0;
  for (let at = 2; ; ) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const head = slice(bytes, at, at + 2);
    const marker = head.readUInt8(1);
    if (head[0] !== 0xff) throw new BadImage('marker');
    if (marker === MARKER.EOI) break;
    const length = slice(bytes, at + 2, at + 4).readUInt16BE(0);
    const data = slice(bytes, at + 4, at + 2 + Math.max(length, 2));
    const end = at + 4 + data.length;
    if (isFrame(marker)) {
      if (data.length < 6) throw new BadImage('frame');
      requirePixels(data.readUInt16BE(3), data.readUInt16BE(1));
    }
    if (marker === MARKER.SOS) {
      scans += 1;
      if (scans > MAX_SCANS) throw new BadImage('scans');
      at = endOfScan(bytes, end);
      kept.push(bytes.subarray(end - data.length - 4, at));
      continue;
    }
    if (marker === MARKER.APP1 && !oriented && data.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX)) {
      const orientation = orientationOf(data);
      oriented = orientation > 1;
      if (oriented) kept.push(segment(MARKER.APP1, Buffer.concat([EXIF_PREFIX, exifOf(orientation)])));
    }
    if (isNeeded(marker, data)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  kept.push(Buffer.from([0xff, MARKER.EOI]));
  return Buffer.concat(kept);
}

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
