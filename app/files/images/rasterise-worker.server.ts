import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { BadImage, MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import { stripImage } from '#app/files/images/strip/strip-image.ts';
import { requireHarmlessSvg } from '#app/files/images/strip/svg.ts';
import { isBlank, isPale, markPale } from './pale.ts';
import type { DrawableType } from './rasterise.server.ts';

/*
 * The child process of rasterise.server.ts. Reads a picture from stdin and writes a PNG to stdout. All input is hostile, so
 * the process has no other input or output.
 *   node rasterise-worker.server.ts svg 1200 600
 */

/** libvips's loaders by file type. All others stay blocked. */
const LOADERS: Record<DrawableType, string> = {
  png: 'VipsForeignLoadPng',
  jpeg: 'VipsForeignLoadJpeg',
  svg: 'VipsForeignLoadSvg',
};

/** Larger PNGs, such as photographs, are scaled by `SMALLER`, which leaves at most 1.1 MB. */
const MAX_PNG_BYTES = 1_048_576;
const SMALLER = 0.6;

const INPUT = { limitInputPixels: MAX_PIXELS, failOn: 'truncated' } as const;
/** Density in dots per inch at which a unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 100_000;
/** libvips looks for this in the first 1,000 bytes, where a drawing may have notes, or a prefix of its elements. */
const SVG_MARK = Buffer.from('<!--<svg-->');

/** The size of an SVG in its units, which may be any number, because it is drawn at another size. */
async function sizeOf(svg: Buffer): Promise<{ width: number; height: number }> {
  try {
    return await sharp(svg, { limitInputPixels: false, density: SVG_DENSITY }).metadata();
  } catch (error) {
    // The number of its pixels overflowed.
    if (/zero-sized/.test(String(error))) throw new BadImage('size');
    throw /bad dimensions/.test(String(error)) ? new BadImage('no size') : error;
  }
}

/** Opens an SVG at the density at which it just fits into the size, with at least one pixel a side. */
async function openSvg(bytes: Buffer, maxWidth: number, maxHeight: number) {
  const svg = Buffer.concat([SVG_MARK, requireHarmlessSvg(bytes)]);
  const { width, height } = await sizeOf(svg);
  const scale = Math.max(Math.min(maxWidth / width, maxHeight / height), 1 / Math.min(width, height));
  const density = Math.min(Math.max(SVG_DENSITY * scale, 1), MAX_DENSITY);
  return sharp(svg, { ...INPUT, density });
}

async function rasterise(type: DrawableType, maxWidth: number, maxHeight: number): Promise<Buffer> {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[type]] });
  const bytes = readFileSync(0);
  const image =
    type === 'svg' ? await openSvg(bytes, maxWidth, maxHeight) : sharp(stripImage(bytes, type), INPUT);
  const { data, info } = await image
    .autoOrient()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 4 && isBlank(data)) throw new BadImage('blank');
  const finish = channels === 4 && isPale(data) ? markPale : (png: Buffer) => png;
  const pixels = sharp(data, { raw: { width, height, channels } });
  const png = await pixels.png({ compressionLevel: 9 }).toBuffer();
  if (png.length <= MAX_PNG_BYTES) return finish(png);
  const smaller = pixels.resize(Math.round(width * SMALLER));
  return finish(await smaller.png().toBuffer());
}

/** Exit code for an invalid image, as opposed to a problem of the installation. */
const BAD_IMAGE_EXIT_CODE = 65;

/** The reason of an error from libvips and its libraries. */
function reasonOf(error: unknown): string {
  if (error instanceof BadImage) return error.reason;
  const message = String(error);
  if (/pixel limit|too large/i.test(message)) return 'size';
  return /premature|truncat|find end|end of (?:file|data|stream)|EOF/i.test(message) ? 'truncated' : 'broken';
}

const [type, width, height] = process.argv.slice(2);
try {
  process.stdout.write(await rasterise(type as DrawableType, Number(width), Number(height)));
} catch (error) {
  process.stderr.write(`\n${reasonOf(error)}`);
  process.exitCode = BAD_IMAGE_EXIT_CODE;
}
