import { readFileSync } from 'node:fs';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { picture } from './course-factories.ts';

/*
 * Small image files that cost a decoder gigabytes or minutes, and harmless variants of the same structures. Each has at
 * most 10 MB, the limit of uploads.
 */

const MEGABYTE = 1_048_576;
/** 48 MB of zeros, compressed to 47 KB. */
const inflating = deflateSync(Buffer.alloc(48 * MEGABYTE), { level: 9 });

/** One colour on 8000 x 6200 pixels: 2 KB, and 1 GB while it is decoded. */
const LARGE_AVIF = new URL('../assets/50-megapixels.avif', import.meta.url);

export function pngChunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** A PNG with chunks inserted after its header. */
export const withChunks = (png: Buffer, chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const header = (width: number, height: number, depth: number, colour: number, interlaced: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlaced], 8);
  return pngChunk('IHDR', data);
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = pngChunk('IEND', Buffer.alloc(0));

/** A zlib stream of zeros, which takes 1 KB for each megabyte. */
function zeros(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array<Buffer>(megabytes).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 1])]);
}

/** A black RGBA PNG with 16 bits per channel. `megabytes` sets the size of its pixel data, whatever its dimensions. */
export const heavyPng = (width: number, height: number, { interlaced = 0, megabytes = 0 } = {}) => {
  const needed = Math.ceil((height * 2 * (1 + width * 8)) / MEGABYTE);
  const pixels = zeros(megabytes || needed);
  return Buffer.concat([SIGNATURE, header(width, height, 16, 6, interlaced), pngChunk('IDAT', pixels), END]);
};

function apng(png: Buffer, frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(16_384, 4);
  frame.writeUInt32BE(16_384, 8);
  const data = pngChunk('fdAT', Buffer.concat([Buffer.alloc(4), Buffer.alloc(500)]));
  const all = Array<Buffer>(frames).fill(Buffer.concat([pngChunk('fcTL', frame), data]));
  return Buffer.concat([
    withChunks(png.subarray(0, -12), [pngChunk('acTL', control)]),
    ...all,
    png.subarray(-12),
  ]);
}

const jpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);
const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** EXIF data whose directories refer to each other, with entries that claim to be huge. */
function exifBomb(): Buffer {
  const tiff = Buffer.alloc(60_000);
  tiff.write('MM\0*\0\0\0\x08', 'latin1');
  const entries = 4_900;
  tiff.writeUInt16BE(entries, 8);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + entry * 12;
    tiff.writeUInt16BE(entry % 2 ? 0x8769 : 0x014a, at); // refers to this directory
    tiff.writeUInt16BE(4, at + 2);
    tiff.writeUInt32BE(entry % 2 ? 1 : 0x3fffffff, at + 4);
    tiff.writeUInt32BE(8, at + 8);
  }
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** A progressive JPEG that repeats its last scan. Each scan covers every pixel. */
async function manyScans(width: number, height: number, scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}

function hugeJpeg(jpeg: Buffer): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** A GIF that repeats a frame of one pixel. */
function manyFrames(frames: number, width = 1, height = 1): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

const riffChunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** An animated WebP that repeats a frame on a canvas of `side` pixels. */
async function animatedWebp(frames: number, side: number): Promise<Buffer> {
  const still = await picture(16, 16, 'webp');
  const frame = Buffer.alloc(16);
  frame.writeUIntLE(15, 6, 3);
  frame.writeUIntLE(15, 9, 3);
  const extended = Buffer.alloc(10);
  extended[0] = 0x02;
  extended.writeUIntLE(side - 1, 4, 3);
  extended.writeUIntLE(side - 1, 7, 3);
  const all = Array<Buffer>(frames).fill(riffChunk('ANMF', Buffer.concat([frame, still.subarray(12)])));
  const body = [riffChunk('VP8X', extended), riffChunk('ANIM', Buffer.alloc(6)), ...all];
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...body]));
}

/** An AVIF that claims another size. */
async function avifOf(width: number, height: number): Promise<Buffer> {
  const avif = await picture(64, 64, 'avif');
  for (let at = avif.indexOf('ispe'); at >= 0; at = avif.indexOf('ispe', at + 4)) {
    avif.writeUInt32BE(width, at + 8);
    avif.writeUInt32BE(height, at + 12);
  }
  return avif;
}

/** An AVIF whose item table claims 65,535 extents. */
async function avifOfExtents(): Promise<Buffer> {
  const avif = await picture(64, 64, 'avif');
  const box = avif.indexOf('iloc');
  const wide = avif[box + 4] === 0 ? 0 : 2;
  avif.writeUInt16BE(65_535, box + 4 + 8 + 2 + wide + 2);
  return avif;
}

export type Bomb = { name: string; bytes: Buffer; status: 201 | 400 };

/** Every bomb with the expected status of its upload. Images that are harmless without their metadata are accepted. */
export async function imageBombs(): Promise<Bomb[]> {
  const [png, jpeg] = [await picture(64, 64), await picture(64, 64, 'jpeg')];
  const text = (type: string, head: string) =>
    pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), inflating]));
  const many = (chunk: Buffer, times: number) => withChunks(png, Array<Buffer>(times).fill(chunk));
  const huge = Buffer.concat([SIGNATURE, header(50_000, 50_000, 8, 2, 0), png.subarray(33)]);
  const truncated = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map(async (format) => {
      const whole = await picture(640, 360, format);
      const bytes = whole.subarray(0, Math.floor(whole.length / 2));
      return { name: `truncated ${format}`, bytes, status: 400 as const };
    }),
  );
  return [
    { name: 'png: 20 zTXt of 48 MB', bytes: many(text('zTXt', 'Comment\0\0'), 20), status: 201 },
    { name: 'png: 20 iTXt of 48 MB', bytes: many(text('iTXt', 'Comment\0\x01\0\0\0'), 20), status: 201 },
    { name: 'png: iCCP of 48 MB', bytes: many(text('iCCP', 'icc\0\0'), 1), status: 201 },
    { name: 'png: 50,000 x 50,000', bytes: huge, status: 400 },
    { name: 'png: 500 MB of pixels, 1 x 1', bytes: heavyPng(1, 1, { megabytes: 500 }), status: 201 },
    { name: 'png: 6 MP, 16 bit, interlaced', bytes: heavyPng(3_000, 2_000, { interlaced: 1 }), status: 201 },
    {
      name: 'png: 800,000 empty chunks',
      bytes: many(pngChunk('tEXt', Buffer.alloc(0)), 800_000),
      status: 201,
    },
    { name: 'apng: 10,000 frames', bytes: apng(png, 10_000), status: 201 },
    {
      name: 'jpeg: EXIF in circles, 100 times',
      bytes: withSegments(jpeg, ...Array<Buffer>(100).fill(exifBomb())),
      status: 201,
    },
    { name: 'jpeg: 65,500 x 65,500', bytes: hugeJpeg(jpeg), status: 400 },
    { name: 'jpeg: 50,000 scans', bytes: await manyScans(64, 64, 50_000), status: 400 },
    { name: 'jpeg: 50 scans of 4 MP', bytes: await manyScans(2_000, 2_000, 50), status: 400 },
    { name: 'gif: 400,000 frames', bytes: manyFrames(400_000), status: 201 },
    { name: 'gif: 65,535 x 65,535', bytes: manyFrames(1, 65_535, 65_535), status: 400 },
    { name: 'webp: 50,000 frames', bytes: await animatedWebp(50_000, 16), status: 201 },
    { name: 'webp: frames on 16,384 x 16,384', bytes: await animatedWebp(50, 16_384), status: 201 },
    { name: 'avif: 65,535 x 65,535', bytes: await avifOf(65_535, 65_535), status: 400 },
    { name: 'avif: 7,000 x 7,000 in name only', bytes: await avifOf(7_000, 7_000), status: 400 },
    { name: 'avif: 50 MP, 2 KB', bytes: readFileSync(LARGE_AVIF), status: 400 },
    { name: 'avif: 65,535 extents', bytes: await avifOfExtents(), status: 400 },
    ...truncated,
  ];
}
