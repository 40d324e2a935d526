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
