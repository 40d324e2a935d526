import sharp, { type Sharp } from 'sharp';
import { BadImage, MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import { stripImage } from '#app/files/images/strip/strip-image.ts';
import { requireHarmlessSvg } from '#app/files/images/strip/svg.ts';
import type { DrawableType } from './rasterise.server.ts';

/** libvips's loaders by file type. All others stay blocked. */
const LOADERS: Record<DrawableType, string> = {
  png: 'VipsForeignLoadPng',
  jpeg: 'VipsForeignLoadJpeg',
  svg: 'VipsForeignLoadSvg',
};

const INPUT = { limitInputPixels: MAX_PIXELS, failOn: 'truncated' } as const;
/** Density in dots per inch at which a unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 100_000;
/** libvips looks for this in the first 1,000 bytes, where a drawing may have notes, or a prefix of its elements. */
const SVG_MARK = Buffer.from('<!--<svg-->');

type Size = { width: number; height: number };

/** The size of an SVG in its units, which may be any number, because it is drawn at another size. */
async function sizeOf(svg: Buffer, density = SVG_DENSITY): Promise<Size> {
  try {
    return await sharp(svg, { limitInputPixels: false, density }).metadata();
  } catch (error) {
    // The number of its pixels overflowed.
    if (/zero-sized/.test(String(error))) throw new BadImage('size');
    throw /bad dimensions/.test(String(error)) ? new BadImage('no size') : error;
  }
}

/** Opens an SVG at the density at which it has a size, with at least one pixel a side. */
async function openSvg(bytes: Buffer, sizeFor: (own: Size) => Size) {
  const svg = Buffer.concat([SVG_MARK, requireHarmlessSvg(bytes)]);
  const { width, height } = await sizeOf(svg);
  const wanted = sizeFor({ width, height });
  const scale = Math.max(Math.min(wanted.width / width, wanted.height / height), 1 / Math.min(width, height));
  const densityOf = (factor: number) => Math.min(Math.max(SVG_DENSITY * factor, 1), MAX_DENSITY);
  // A size in millimetres grows with the density, and the drawing with it again.
  const grown = (await sizeOf(svg, densityOf(scale))).width / (width * scale);
  const isMeasured = Math.abs(Math.log(grown / scale)) < Math.abs(Math.log(grown));
  const density = densityOf(isMeasured ? Math.sqrt(scale) : scale);
  return sharp(svg, { ...INPUT, density });
}

/** Opens a picture, upright. An SVG just fits into a size; others have their own. */
export async function openDrawing(
  bytes: Buffer,
  type: DrawableType,
  sizeOfSvg: (own: Size) => Size,
): Promise<Sharp> {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[type]] });
  const image = type === 'svg' ? await openSvg(bytes, sizeOfSvg) : sharp(stripImage(bytes, type), INPUT);
  return image.autoOrient();
}

/** Exit code for an invalid image, as opposed to a problem of the installation. */
const BAD_IMAGE_EXIT_CODE = 65;

/** The reason of an error from libvips and its libraries. */
function reasonOf(error: unknown): string {
  if (error instanceof BadImage) return error.reason;
  const message = String(error);
  if (/pixel limit|too large/i.test(message)) return 'size';
  // PDFium has no more memory.
  if (/Aborted\(/.test(message)) return 'costly';
  return /premature|truncat|find end|end of (?:file|data|stream)|EOF/i.test(message) ? 'truncated' : 'broken';
}

/** Writes what a child process made of an image, or why it is refused. */
export async function writeResult(make: () => Promise<Buffer>) {
  try {
    process.stdout.write(await make());
  } catch (error) {
    process.stderr.write(`\n${reasonOf(error)}`);
    process.exitCode = BAD_IMAGE_EXIT_CODE;
  }
}
