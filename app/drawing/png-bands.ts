import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Raster } from './drawing.ts';
import type { Area } from './fit-text.ts';

/*
 * Encoding costs more than drawing, and most of a certificate is its template. The page is therefore cut into bands that
 * are deflated separately (each ends on a byte boundary, RFC 1951 section 3.2.4). Only the bands with details are
 * encoded for each certificate; the others come from a cache. Reading pixels is expensive too, so only the areas of
 * details are read. Filter type 0 suffices for flat colours.
 */
const BAND_ROWS = 20;
const DEFLATE = { level: 2, finishFlush: constants.Z_FULL_FLUSH };
/** Antialiasing extends this far beyond the shapes. */
const EDGE = 2;

const ADLER_BASE = 65_521;
type Adler = { a: number; b: number; length: number };

export type Band = { deflated: Buffer; adler: Adler };

/** A PNG row has one byte for the filter type and three bytes per pixel. */
const rowBytes = (page: Raster) => 1 + page.width * 3;

export const rowsFor = (page: Raster) => new Uint8Array(page.height * rowBytes(page));
export const bandCount = (page: Raster) => Math.ceil(page.height / BAND_ROWS);

/** The bands that an area touches. */
export const bandsOf = ({ top, height }: Pixels): [first: number, end: number] => [
  Math.floor(top / BAND_ROWS),
  Math.ceil((top + height) / BAND_ROWS),
];

/** The bytes of a band in the page's rows; the last band may be lower than the others. */
export const bandIn = (rows: Uint8Array, band: number, page: Raster) =>
  rows.subarray(band * BAND_ROWS * rowBytes(page), (band + 1) * BAND_ROWS * rowBytes(page));

/** Computes the Adler-32 checksum (RFC 1950 section 9) of a band. `combine` joins it with those of other bands. */
function adlerOf(bytes: Uint8Array): Adler {
  let [a, b] = [1, 0];
  for (let index = 0; index < bytes.length; ) {
    // 3,800 sums fit into 32 bits before a reduction.
    const end = Math.min(index + 3_800, bytes.length);
    for (; index < end; index++) {
      a += bytes[index] as number;
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return { a, b, length: bytes.length };
}

/** Combines the checksums of two adjacent stretches of data. */
function combine(first: Adler, second: Adler): Adler {
  const length = first.length + second.length;
  const a = (first.a + second.a - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (first.b + second.b + (second.length % ADLER_BASE) * (first.a - 1 + ADLER_BASE)) % ADLER_BASE;
  return { a, b, length };
}

export const encodeBand = (bytes: Uint8Array): Band => ({
  deflated: deflateRawSync(bytes, DEFLATE),
  adler: adlerOf(bytes),
});

export type Pixels = { left: number; top: number; width: number; height: number };

/** The whole pixels that an area touches. */
export function pixelsOf({ left, top, width, height }: Area, page: Raster): Pixels {
  const within = (value: number, limit: number) => Math.min(Math.max(value, 0), limit);
  const [x, y] = [within(Math.floor(left) - EDGE, page.width), within(Math.floor(top) - EDGE, page.height)];
  const right = within(Math.ceil(left + width) + EDGE, page.width);
  const bottom = within(Math.ceil(top + height) + EDGE, page.height);
  return { left: x, top: y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0) };
}

/** Copies opaque canvas pixels into the PNG's rows. */
export function readPixels(
  pen: SKRSContext2D,
  { left, top, width, height }: Pixels,
  rows: Uint8Array,
  page: Raster,
) {
  if (width === 0 || height === 0) return;
  const { data } = pen.getImageData(left, top, width, height);
  let from = 0;
  for (let row = 0; row < height; row++) {
    let to = (top + row) * rowBytes(page) + 1 + left * 3;
    for (let column = 0; column < width; column++, from += 4, to += 3) {
      rows[to] = data[from] as number;
      rows[to + 1] = data[from + 1] as number;
      rows[to + 2] = data[from + 2] as number;
    }
  }
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A PNG chunk: length, type, data and checksum. */
function chunk(type: string, parts: Uint8Array[]): Uint8Array[] {
  const name = Buffer.from(type, 'latin1');
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const checksum = parts.reduce((sum, part) => crc32(part, sum), crc32(name));
  return [uint32(length), name, ...parts, uint32(checksum)];
}

const RGB_8_BIT = Buffer.from([8, 2, 0, 0, 0]);
/** 150 dpi. */
const USUAL_PER_METRE = 5_906;
const densityOf = ({ perMetre = USUAL_PER_METRE }: Raster) =>
  Buffer.concat([uint32(perMetre), uint32(perMetre), Buffer.from([1])]);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Assembles encoded bands into a PNG (ISO/IEC 15948): 8-bit RGB, sRGB. The buffer owns its memory. */
export function assemble(bands: Band[], page: Raster): Uint8Array {
  const { a, b } = bands.map((band) => band.adler).reduce(combine, { a: 1, b: 0, length: 0 });
  const parts = [
    SIGNATURE,
    ...chunk('IHDR', [uint32(page.width), uint32(page.height), RGB_8_BIT]),
    ...chunk('sRGB', [Buffer.from([0])]),
    ...chunk('pHYs', [densityOf(page)]),
    ...chunk('IDAT', [ZLIB_HEADER, ...bands.map((band) => band.deflated), LAST_BLOCK, uint32((b << 16) | a)]),
    ...chunk('IEND', []),
  ];
  const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    png.set(part, offset);
    offset += part.length;
  }
  return png;
}
