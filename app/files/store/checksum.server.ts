import { createHash } from 'node:crypto';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const LENGTH = 32;

/** The bytes, followed by their SHA-256. */
export const withChecksum = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, digest(bytes)]);

/** The bytes without the SHA-256 that `withChecksum` added. Null when they have changed. */
export function checkedBytes(stored: Uint8Array): Uint8Array | null {
  const end = stored.byteLength - LENGTH;
  if (end < 0) return null;
  const bytes = stored.subarray(0, end);
  return digest(bytes).equals(stored.subarray(end)) ? bytes : null;
}
