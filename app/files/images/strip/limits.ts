/** As many as the largest photos of phones. A decoded pixel takes four bytes. */
export const MAX_PIXELS = 50_000_000;

/** A file that is broken, truncated, or exceeds a limit. */
export class BadImage extends Error {
  override name = 'BadImage';
  /** What is wrong, also where a decoder in another process found it. */
  readonly reason: string;

  constructor(message: string, reason = message) {
    super(message);
    this.reason = reason;
  }
}

export function requirePixels(width: number, height: number) {
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new BadImage('size');
}

/** Part of a file. Throws BadImage for a range outside the file. */
export function slice(bytes: Buffer, start: number, end: number): Buffer {
  if (start < 0 || end < start || end > bytes.length) throw new BadImage('truncated');
  return bytes.subarray(start, end);
}
