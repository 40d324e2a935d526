import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { drawDetails, drawTemplate } from './draw-certificate.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import { type Layout, layoutOf, PAGE_HEIGHT, PAGE_WIDTH } from './layout.ts';

/*
 * Encoding, not drawing, is what a PNG costs, and most of a certificate is its template. So the page is cut into
 * bands that are deflated separately (each ends on a byte boundary, RFC 1951 section 3.2.4); a band that looks as it
 * does on the empty template is taken from a cache. Filter type 0 throughout: flat colours need no other.
 */
const BAND_ROWS = 20;
const BANDS = PAGE_HEIGHT / BAND_ROWS;
const RGBA_ROW = PAGE_WIDTH * 4;
const RGB_ROW = 1 + PAGE_WIDTH * 3;
const DEFLATE = { level: 2, finishFlush: constants.Z_FULL_FLUSH };

const ADLER_BASE = 65_521;
type Adler = { a: number; b: number; length: number };

type Band = { deflated: Buffer; adler: Adler };
type Template = { canvas: Canvas; pixels: Buffer; bands: Band[] };

/** Adler-32 (RFC 1950 section 9) of a band, to be combined with those of its neighbours. */
function adlerOf(bytes: Uint8Array): Adler {
  let [a, b] = [1, 0];
  for (let index = 0; index < bytes.length; ) {
    // 3,800 sums fit into 32 bits before they have to be reduced.
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

/** The checksum of two stretches of data, from the checksum of each. */
function combine(first: Adler, second: Adler): Adler {
  const length = first.length + second.length;
  const a = (first.a + second.a - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (first.b + second.b + (second.length % ADLER_BASE) * (first.a - 1 + ADLER_BASE)) % ADLER_BASE;
  return { a, b, length };
}

const rows = Buffer.alloc(BAND_ROWS * RGB_ROW);

/** One band of opaque RGBA pixels as deflated RGB rows. */
function encodeBand(pixels: Buffer, band: number): Band {
  let from = band * BAND_ROWS * RGBA_ROW;
  let to = 0;
  for (let row = 0; row < BAND_ROWS; row++) {
    rows[to++] = 0;
    for (let column = 0; column < PAGE_WIDTH; column++) {
      rows[to] = pixels[from] as number;
      rows[to + 1] = pixels[from + 1] as number;
      rows[to + 2] = pixels[from + 2] as number;
      to += 3;
      from += 4;
    }
  }
  return { deflated: deflateRawSync(rows, DEFLATE), adler: adlerOf(rows) };
}

const encodeBands = (pixels: Buffer, known?: Template) =>
  Array.from({ length: BANDS }, (_, band) => {
    const start = band * BAND_ROWS * RGBA_ROW;
    const end = start + BAND_ROWS * RGBA_ROW;
    const cached = known?.bands[band];
    return cached && pixels.compare(known.pixels, start, end, start, end) === 0
      ? cached
      : encodeBand(pixels, band);
  });

function chunk(type: string, data: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return [length, body, checksum];
}

/** The PNG (ISO/IEC 15948) of encoded bands: 8 bits a channel, RGB, sRGB, 150 dpi. */
function assemble(bands: Band[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PAGE_WIDTH, 0);
  header.writeUInt32BE(PAGE_HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const density = Buffer.alloc(9);
  density.writeUInt32BE(5_906, 0);
  density.writeUInt32BE(5_906, 4);
  density[8] = 1;
  const { a, b } = bands.map((band) => band.adler).reduce(combine, { a: 1, b: 0, length: 0 });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(((b << 16) | a) >>> 0);
  const lastBlock = Buffer.from([0x03, 0x00]);
  const data = Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...bands.map((band) => band.deflated),
    lastBlock,
    checksum,
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunk('IHDR', header),
    ...chunk('sRGB', Buffer.from([0])),
    ...chunk('pHYs', density),
    ...chunk('IDAT', data),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

const templates = new Map<Layout, Template>();

function templateOf(layout: Layout): Template {
  let template = templates.get(layout);
  if (!template) {
    const canvas = createCanvas(PAGE_WIDTH, PAGE_HEIGHT);
    drawTemplate(canvas.getContext('2d'), layout);
    const pixels = Buffer.from(canvas.data());
    template = { canvas, pixels, bands: encodeBands(pixels) };
    templates.set(layout, template);
  }
  return template;
}

// One canvas for all certificates of this thread: canvases that are encoded and dropped are freed late or never.
let sheet: Canvas | undefined;

/** A certificate as a PNG of 1754 by 1240 pixels. */
export function certificatePng(drawing: CertificateDrawing): Uint8Array {
  const layout = layoutOf(drawing.layoutVersion);
  const template = templateOf(layout);
  sheet ??= createCanvas(PAGE_WIDTH, PAGE_HEIGHT);
  const pen = sheet.getContext('2d');
  pen.reset();
  pen.drawImage(template.canvas, 0, 0);
  drawDetails(pen, drawing, layout);
  return assemble(encodeBands(sheet.data(), template));
}
