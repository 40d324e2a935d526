import { createHash } from 'node:crypto';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { AppError } from '#app/shared/errors.server.ts';

/**
 * Reads a stored file.
 * @param bytes its size
 * @param onBytes called with the size of each piece
 * @returns its SHA-256 in hex, or null if the file does not exist
 */
export async function hashFile(
  name: string,
  bytes: number,
  onBytes?: (bytes: number) => void,
): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of fileStore().pieces(name, bytes)) {
      hash.update(piece);
      onBytes?.(piece.byteLength);
    }
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}
