/** A decoded pixel takes four bytes; 50 million are the largest photos that phones take. */
export const MAX_PIXELS = 50_000_000;

/** A file that is broken, cut short, or larger inside than it may be. */
export class BadImage extends Error {
  override name = 'BadImage';
}

export function requirePixels(width: number, height: number) {
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new BadImage('size');
}

/** Part of a file; a range that is not in it makes the file bad. */
export function slice(bytes: Buffer, start: number, end: number): Buffer {
  if (start < 0 || end < start || end > bytes.length) throw new BadImage('truncated');
  return bytes.subarray(start, end);
}
