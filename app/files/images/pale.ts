import { chunk } from './strip/png.ts';

/** Signature and header of a PNG. */
const HEADER_BYTES = 33;
const MARK = chunk('tEXt', Buffer.from('Certrace-Pale\0yes', 'latin1'));

/** Marks a PNG as pale: a drawing on a transparent ground that nobody sees on light paper. */
export const markPale = (png: Buffer) =>
  Buffer.concat([png.subarray(0, HEADER_BYTES), MARK, png.subarray(HEADER_BYTES)]);

/** Whether a PNG is marked as pale. Those that were uploaded before version 0.5 are not. */
export const isMarkedPale = (png: Uint8Array) =>
  Buffer.from(png.buffer, png.byteOffset, png.byteLength)
    .subarray(HEADER_BYTES, HEADER_BYTES + MARK.length)
    .equals(MARK);

/** Share of the pixels that may be darker, as the edges of letters and small details are. */
const DARKER = 0.1;
/** Least share of the pixels that show nothing. */
const TRANSPARENT = 0.05;
/** A brightness from 0 to 255 that hardly shows on white: a contrast of 1.6. */
const PALE = 205;

/** Whether a picture of RGBA pixels shows nothing. */
export function isBlank(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return false;
  return true;
}

/** Whether a picture of RGBA pixels is pale. */
export function isPale(pixels: Uint8Array): boolean {
  let [visible, dark, transparent] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) {
      transparent += 1;
      continue;
    }
    visible += 1;
    if (0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0) < PALE)
      dark += 1;
  }
  return visible > 0 && dark <= visible * DARKER && transparent >= (pixels.length / 4) * TRANSPARENT;
}
