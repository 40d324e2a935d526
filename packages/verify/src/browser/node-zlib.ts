// The part of node:zlib that the checks use, for the browser.

import { inflateRaw } from './inflate.ts';

type Options = { maxOutputLength?: number; info?: boolean };

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Sums this long stay below 2^32 (RFC 1950 section 8.2). */
const MOST_SUMMED = 5_552;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let start = 0; start < bytes.length; start += MOST_SUMMED) {
    for (const byte of bytes.subarray(start, start + MOST_SUMMED)) {
      a += byte;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

const refuse = (reason: string): never => {
  throw new Error(reason);
};

const MOST = 256 * 1_048_576;

/** Decompresses a zlib stream (RFC 1950). Ignores bytes behind it; `info` adds the number of bytes read. */
export function inflateSync(bytes: Uint8Array, { maxOutputLength = MOST, info = false }: Options = {}) {
  const [method = 0, flags = 0] = bytes;
  const isHeader = (method & 0x0f) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0;
  if (!isHeader || flags & 0x20) refuse('incorrect header check');
  const { bytes: inflated, end } = inflateRaw(bytes, 2, maxOutputLength);
  if (end + 4 > bytes.length) refuse('unexpected end of file');
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end);
  if (sum !== adler32(inflated)) refuse('incorrect data check');
  const buffer = Buffer.from(inflated.buffer, inflated.byteOffset, inflated.length);
  return info ? { buffer, engine: { bytesWritten: end + 4 } } : buffer;
}

const FLAG = { checksum: 2, extra: 4, name: 8, comment: 16 };

/** Decompresses a gzip member (RFC 1952). */
export function gunzipSync(bytes: Uint8Array, { maxOutputLength = MOST }: Options = {}) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = bytes[3] ?? 0xff;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || flags & 0xe0)
    refuse('incorrect header check');
  let offset = 10;
  const skipText = () => {
    const end = bytes.indexOf(0, offset);
    offset = end === -1 ? bytes.length : end + 1;
  };
  if (flags & FLAG.extra) offset += 2 + view.getUint16(offset, true);
  if (flags & FLAG.name) skipText();
  if (flags & FLAG.comment) skipText();
  if (flags & FLAG.checksum) offset += 2;
  const { bytes: inflated, end } = inflateRaw(bytes, offset, maxOutputLength);
  const isWhole = view.getUint32(end, true) === crc32(inflated);
  if (!isWhole || view.getUint32(end + 4, true) !== inflated.length) refuse('incorrect data check');
  return Buffer.from(inflated.buffer, inflated.byteOffset, inflated.length);
}

export const gzipSync = () => refuse('The browser only checks.');
