import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP, with what a test wants to be unusual. */
export type ZippedFile = {
  /** Bytes for a name in another encoding than UTF-8. */
  name: string | Buffer;
  bytes?: Buffer;
  isStored?: boolean;
  /** 0x800 for a name in UTF-8, 1 for a password. */
  flags?: number;
  /** What the directory says instead of the truth. */
  size?: number;
  crc?: number;
  method?: number;
  /** Where the file is said to begin. */
  offset?: number;
};

/** Writes a ZIP as other programs do. */
export function makeZip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { bytes = Buffer.alloc(0), isStored = true, flags = 0x800 } = file;
    const name = Buffer.from(file.name as string);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const { size = bytes.length, crc = crc32(bytes), method = isStored ? 0 : 8, offset = at } = file;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, name, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, name);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end]);
}
