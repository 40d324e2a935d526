import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { ImageType } from './sniff-image.ts';
import { MAX_PIXELS } from './strip/limits.ts';
import { stripImage } from './strip/strip-image.ts';

/*
 * The child process behind decode-image.server.ts: an image on stdin; on stdout a line of JSON with the size and length of each
 * thumbnail, then their bytes. Everything it reads is hostile, so it has no other input or output.
 *   node decode-worker.server.ts png 320 640 1280
 */

/** The loaders of libvips by the type of file that they read; all others stay blocked. */
const LOADERS: Record<ImageType, string> = {
  png: 'VipsForeignLoadPng',
  jpeg: 'VipsForeignLoadJpeg',
  webp: 'VipsForeignLoadWebp',
  gif: 'VipsForeignLoadNsgif',
  avif: 'VipsForeignLoadHeif',
};

async function decode(type: ImageType, widths: number[]) {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[type]] });
  const image = stripImage(readFileSync(0), type);
  const within = (width: number) => ({
    width,
    height: width * 2,
    fit: 'inside' as const,
    withoutEnlargement: true,
  });
  // The image is decoded once; the smaller sizes are made of the largest.
  const { data, info } = await sharp(image, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .autoOrient()
    .resize(within(Math.max(...widths)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return Promise.all(
    widths.map((wanted) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(within(wanted))
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
}

/** Exit code that blames the image and not the installation. */
const BAD_IMAGE_EXIT_CODE = 65;

const [type, ...widths] = process.argv.slice(2);
try {
  const made = await decode(type as ImageType, widths.map(Number));
  const sizes = made.map(({ info, data }) => ({
    width: info.width,
    height: info.height,
    bytes: data.length,
  }));
  process.stdout.write(
    Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...made.map(({ data }) => data)]),
  );
} catch {
  process.exitCode = BAD_IMAGE_EXIT_CODE;
}
