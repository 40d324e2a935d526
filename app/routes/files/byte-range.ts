import type { ByteRange } from '#app/files/store/store.ts';

/**
 * Parses a Range header (RFC 9110 section 14.2) for a file of `size` bytes. Returns the first and last byte, or 'unsatisfiable'
 * if the range starts beyond the end, or null to send the whole file (no range, another unit, several ranges, malformed).
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    if (Number(last) === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
