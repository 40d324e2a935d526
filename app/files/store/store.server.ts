import { createHash } from 'node:crypto';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

/** Folder of drawn files, which can be drawn again. */
export const DRAWN = 'certificates';
/** Folder of drawn files that end with their SHA-256. Earlier versions stored others beside it. */
export const DRAWN_CHECKED = `${DRAWN}/checked`;

/** The first and the last byte, inclusive. */
export type ByteRange = { start: number; end: number };

export type StoredFile = { name: string; bytes: number; modifiedAt: number };

/**
 * Stores uploads and drawn files in UPLOADS_DIR or in a bucket of S3-compatible storage. A file's name is a relative path that
 * this site creates, such as `videos/0f/{id}`. A file never changes under its name.
 */
export type FileStore = {
  /** Moves complete local files to their names. They are durable when this resolves. */
  place(files: { from: string; name: string }[]): Promise<void>;
  /** Writes a small file. Readers never see an incomplete file. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** A file's size in bytes, or null if it does not exist. */
  size(name: string): Promise<number | null>;
  /** The content of a small file, or null if it does not exist. */
  read(name: string): Promise<Uint8Array | null>;
  stream(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /**
   * Reads a whole file in little memory. A piece is valid until the next one.
   * @param bytes its size
   * @throws AppError not-found
   */
  pieces(name: string, bytes: number): AsyncIterable<Uint8Array>;
  /**
   * Makes a whole file readable at a path in UPLOADS_DIR, which the caller removes.
   * @param bytes its size
   * @throws AppError not-found
   */
  copyTo(path: string, name: string, bytes: number): Promise<void>;
  /** A URL that opens a file for this time without this server, or null if the store has none. */
  url(name: string, contentType: string, seconds: number): Promise<string | null>;
  /** Removes files. Ignores files that do not exist. */
  remove(names: string[]): Promise<void>;
  /** Lists the files in a folder ('' for all). */
  list(folder: string): AsyncIterable<StoredFile>;
};

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

const messageTexts = () => t('unavailable.theFileStorageIsNotResponding');

/** The error of a store that cannot be reached, takes too long or rejects a request. */
export const storageUnavailable = () => new AppError('busy', messageTexts(), { retryAfterSeconds: 10 });

export const isStorageUnavailable = (error: unknown) =>
  error instanceof AppError && error.message === messageTexts();
