/** The folder of drawn files, which are drawn again when they are needed. */
export const DRAWN = 'certificates';

/** The first and the last byte that are wanted. */
export type ByteRange = { start: number; end: number };

export type StoredFile = { name: string; bytes: number; modifiedAt: number };

/**
 * Where uploads and drawn files are kept: in UPLOADS_DIR, or in a bucket of S3-compatible storage. A file's name is a relative path of our own making, such as `videos/0f/{id}`. What a
 * name stands for never changes.
 */
export type FileStore = {
  /** Moves complete files from this machine's disk to their names. They are durable when this resolves. */
  place(files: { from: string; name: string }[]): Promise<void>;
  /** Writes a small file. Readers never see a part of it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Its size in bytes, or null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** All of a small file, or null when there is no such file. */
  read(name: string): Promise<Uint8Array | null>;
  stream(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** A URL that opens a file for some hours without this server, or null when the store has none. */
  url(name: string, contentType: string): Promise<string | null>;
  /** Removes files; those that do not exist count as removed. */
  remove(names: string[]): Promise<void>;
  /** The files whose names begin with a folder ('' for all), but not those in the folders `except`. */
  list(folder: string, except?: ReadonlySet<string>): AsyncIterable<StoredFile>;
};
