/** The end of a ZIP's directory, which tells where it begins. */
export const END = Buffer.from('PK\u0005\u0006');
export const END_BYTES = 22;
const ENTRY = Buffer.from('PK\u0001\u0002');
const ENTRY_BYTES = 46;
/** The header before the content of a file. */
export const FILE_HEADER_BYTES = 30;

/** Methods of compression. */
export const [STORED, DEFLATED] = [0, 8];

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
