import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const END = Buffer.from('PK\u0005\u0006');
export const END_BYTES = 22;
const ENTRY = Buffer.from('PK\u0001\u0002');
const ENTRY_BYTES = 46;
/** The header before the content of a file. */
export const FILE_HEADER_BYTES = 30;

/** Methods of compression. */
const STORED = 0;
export const DEFLATED = 8;
const ENCRYPTED_FLAGS = 0x2041;

/** A file in a ZIP, as its directory tells: its name, its size unpacked and packed, and where it begins. */
export type ZipEntry = {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  size: number;
  packed: number;
  offset: number;
};

/**
 * The end record of a ZIP: its place in the bytes, and the number of files, the length and the start of the directory.
 * @param tail the last bytes of the ZIP
 * @returns null without an end record
 */
export function endOf(tail: Buffer): { at: number; count: number; bytes: number; start: number } | null {
  const at = tail.lastIndexOf(END);
  if (at < 0 || at + END_BYTES > tail.length) return null;
  return {
    at,
    count: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  };
}

export const isEncrypted = ({ flags }: Pick<ZipEntry, 'flags'>) => (flags & ENCRYPTED_FLAGS) !== 0;

/** Whether a file has a known method of compression, and the sizes that go with it. */
export const isUnpackable = ({ method, size, packed }: Pick<ZipEntry, 'method' | 'size' | 'packed'>) =>
  method === DEFLATED || (method === STORED && size === packed);

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Whether zlib could not inflate. */
const isDataError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code));

/** Unpacks the content of a file. Null if it is damaged: its size or checksum differs from the directory's. */
export async function unpack(
  content: Buffer,
  { method, size, crc }: Pick<ZipEntry, 'method' | 'size' | 'crc'>,
): Promise<Buffer | null> {
  try {
    const bytes = method === STORED ? content : await inflate(content, { maxOutputLength: size + 1 });
    return bytes.length === size && crc32(bytes) === crc ? bytes : null;
  } catch (error) {
    if (isDataError(error)) return null;
    throw error;
  }
}

/** The files that a directory names, up to the first one that is broken off. */
export function* zipEntries(directory: Buffer): Generator<ZipEntry, void, undefined> {
  for (let at = 0; directory.subarray(at, at + ENTRY.length).equals(ENTRY); ) {
    if (at + ENTRY_BYTES > directory.length) return;
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    yield {
      name: directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    at += ENTRY_BYTES + name + extra + comment;
  }
}

/** Where the content of a file begins, by the header before it. */
export const contentStart = (offset: number, header: Buffer) =>
  offset + FILE_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
