import { crc32 } from 'node:zlib';
import { BadImage, requirePixels, slice } from './limits.ts';
import { exifOf, orientationOf } from './orientation.ts';

const SIGNATURE_BYTES = 8;
/** Deflate inflates data at most 1,032 times, so a profile of this size takes at most 4 MB. Real ones have 0.5 to 3 KB. */
const MAX_PROFILE_BYTES = 4_096;
const PIXELS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** A chunk of a PNG: length, type, data and checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/**
 * Removes text, animation and other ancillary chunks from a PNG (ISO/IEC 15948), because they may inflate to gigabytes. Keeps a
 * small colour profile and the orientation.
 * @throws BadImage
 */
export function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let profile = false;
  let orientation = 1;
  for (let at = SIGNATURE_BYTES, type = ''; type !== 'IEND'; ) {
    const head = slice(bytes, at, at + 8);
    const length = head.readUInt32BE(0);
    type = head.toString('latin1', 4, 8);
    const whole = slice(bytes, at, at + 12 + length);
    const data = whole.subarray(8, 8 + length);
    if ((at === SIGNATURE_BYTES) !== (type === 'IHDR')) throw new BadImage('IHDR');
    if (type === 'IHDR') {
      if (length !== 13) throw new BadImage('IHDR');
      requirePixels(data.readUInt32BE(0), data.readUInt32BE(4));
    }
    if (type === 'eXIf') orientation = orientationOf(data);
    if (type === 'IDAT' && orientation > 1) {
      kept.push(chunk('eXIf', exifOf(orientation)));
      orientation = 1;
    }
    const isProfile: boolean = type === 'iCCP' && !profile && length <= MAX_PROFILE_BYTES;
    profile ||= isProfile;
    if (isProfile || PIXELS.has(type)) kept.push(whole);
    at += whole.length;
  }
  return Buffer.concat(kept);
}
