// Detects file types from their first bytes, to reject most wrong files before the rest arrives.

const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/x-msvideo' | 'video/webm';

/** Major brands of ISO base media that are pictures, and those that are sound. */
const PICTURE_BRANDS = /^(avif|avis|heic|heix|heim|heis|hevc|mif1|msf1|jpeg|crx )$/;
const SOUND_BRANDS = /^(M4A |M4B |M4P )$/;
/** First atoms of QuickTime movies from before `ftyp`. */
const QUICKTIME_ATOMS = /^(moov|mdat|wide|free|skip|pnot)$/;

/** Whether the first bytes are those of an MP4 with sound or a movie. Programs write sound with many brands. */
export function isSoundOrMovie(head: Uint8Array): boolean {
  const brand = ascii(head, 8, 4);
  return ascii(head, 4, 4) === 'ftyp' && /^[\x20-\x7e]{4}$/.test(brand) && !PICTURE_BRANDS.test(brand);
}

/** Bytes that `sniffVideo` needs. */
export const SNIFF_BYTES = 64;

/** The video type that the first bytes indicate, or null. */
export function sniffVideo(head: Uint8Array): VideoType | null {
  const atom = ascii(head, 4, 4);
  if (atom === 'ftyp') {
    const brand = ascii(head, 8, 4);
    if (brand === 'qt  ') return 'video/quicktime';
    return isSoundOrMovie(head) && !SOUND_BRANDS.test(brand) ? 'video/mp4' : null;
  }
  if (QUICKTIME_ATOMS.test(atom)) return 'video/quicktime';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'AVI ') return 'video/x-msvideo';
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]) && ascii(head, 0, SNIFF_BYTES).includes('webm')) {
    return 'video/webm';
  }
  return null;
}

export const EXTENSIONS: Record<VideoType, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/webm': 'webm',
};
