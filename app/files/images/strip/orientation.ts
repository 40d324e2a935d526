const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
/** Cameras write about a dozen entries. */
const MAX_ENTRIES = 200;

/** Prefix of EXIF data in JPEG. Some WebP encoders write it too. */
export const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** The orientation (1 to 8) in EXIF data (a TIFF header and its first directory). 1 by default. */
export function orientationOf(exif: Buffer): number {
  const prefixed = exif.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX);
  const tiff = prefixed ? exif.subarray(EXIF_PREFIX.length) : exif;
  if (tiff.length < 8) return 1;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const uint16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const entries = Math.min(uint16(start), MAX_ENTRIES);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (uint16(at) !== ORIENTATION_TAG) continue;
    const value = uint16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data with nothing but an orientation. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*\0\0\0\x08', 'latin1');
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(3, 12); // SHORT
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
