// The part of node:zlib that the checks use, for the browser. DecompressionStream is asynchronous, and does not tell where a stream ends.

import { Z_NO_FLUSH, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2 } from 'pako';

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

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** zlib's `windowBits` for a zlib stream (RFC 1950) and for a gzip member (RFC 1952), with the largest window. */
const ZLIB = 15;
const GZIP = 31;
const MOST = 256 * 1_048_576;
const PART_BYTES = 65_536;

/** Decompresses one stream. Ignores bytes behind it. @throws Error when it is damaged, or longer than `max` */
function decompress(bytes: Uint8Array, windowBits: number, max: number) {
  const stream = new ZStream();
  zlibInflateInit2(stream, windowBits);
  stream.input = bytes;
  stream.avail_in = bytes.length;
  const parts: Uint8Array[] = [];
  for (let status: number = Z_OK; status !== Z_STREAM_END; ) {
    stream.output = new Uint8Array(PART_BYTES);
    stream.next_out = 0;
    stream.avail_out = PART_BYTES;
    status = zlibInflate(stream, Z_NO_FLUSH);
    if (status !== Z_OK && status !== Z_STREAM_END) refuse(stream.msg || 'unexpected end of file');
    if (stream.total_out > max) refuse('too long');
    parts.push(stream.output.subarray(0, stream.next_out));
  }
  return { buffer: Buffer.concat(parts), bytesWritten: stream.next_in };
}

/** Decompresses a zlib stream; `info` adds the number of bytes read. */
export function inflateSync(bytes: Uint8Array, { maxOutputLength = MOST, info = false }: Options = {}) {
  const { buffer, bytesWritten } = decompress(bytes, ZLIB, maxOutputLength);
  return info ? { buffer, engine: { bytesWritten } } : buffer;
}

/** Decompresses a gzip member. */
export const gunzipSync = (bytes: Uint8Array, { maxOutputLength = MOST }: Options = {}) =>
  decompress(bytes, GZIP, maxOutputLength).buffer;

export const gzipSync = () => refuse('The browser only checks.');
