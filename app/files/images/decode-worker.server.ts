import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { BadImage, MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import { stripImage } from '#app/files/images/strip/strip-image.ts';
import { PHOTO } from './photo.ts';
import type { ImageType } from './sniff-image.ts';

/*
 * The child process of decode-image.server.ts. Reads an image from stdin. Writes a line of JSON with the size and length of
 * each thumbnail to stdout, then their bytes; or the JPEG of a photograph. All input is hostile, so the process has no other
 * input or output.
 *   node decode-worker.server.ts png 320 640 1280
 *   node decode-worker.server.ts png photo
 */

/** libvips's loaders by file type. All others stay blocked. */
const LOADERS: Record<ImageType, string> = {
  png: 'VipsForeignLoadPng',
  jpeg: 'VipsForeignLoadJpeg',
  webp: 'VipsForeignLoadWebp',
  gif: 'VipsForeignLoadNsgif',
  avif: 'VipsForeignLoadHeif',
};

/** Opens the image, upright. */
function open(type: ImageType) {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[type]] });
  const image = stripImage(readFileSync(0), type);
  return sharp(image, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  }).autoOrient();
}

const JPEG = { quality: 88, chromaSubsampling: '4:4:4' };

async function decodePhoto(type: ImageType): Promise<Buffer> {
  const image = open(type);
  const { autoOrient: size } = await image.metadata();
  const width = Math.max(1, Math.round(Math.min(size.width, (size.height * PHOTO.width) / PHOTO.height)));
  const height = Math.max(1, Math.round(Math.min(size.height, (size.width * PHOTO.height) / PHOTO.width)));
  const scale = Math.min(1, PHOTO.width / width);
  return await image
    .resize({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      fit: 'cover',
    })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer();
}

async function decodeThumbnails(type: ImageType, widths: number[]): Promise<Buffer> {
  const within = (width: number) => ({
    width,
    height: width * 2,
    fit: 'inside' as const,
    withoutEnlargement: true,
  });
  // Decodes the image once. The smaller sizes are made from the largest.
  const { data, info } = await open(type)
    .resize(within(Math.max(...widths)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const made = await Promise.all(
    widths.map((wanted) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(within(wanted))
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  const sizes = made.map((each) => ({
    width: each.info.width,
    height: each.info.height,
    bytes: each.data.length,
  }));
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...made.map((each) => each.data)]);
}

/** Exit code for an invalid image, as opposed to a problem of the installation. */
const BAD_IMAGE_EXIT_CODE = 65;

const [type, ...wanted] = process.argv.slice(2) as [ImageType, ...string[]];
try {
  const isPhoto = wanted[0] === 'photo';
  process.stdout.write(await (isPhoto ? decodePhoto(type) : decodeThumbnails(type, wanted.map(Number))));
} catch (error) {
  process.stderr.write(`\n${error instanceof BadImage ? error.reason : 'broken'}`);
  process.exitCode = BAD_IMAGE_EXIT_CODE;
}
