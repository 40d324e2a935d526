import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import { stripImage } from '#app/files/images/strip/strip-image.ts';
import type { ImageType } from './sniff-image.ts';

/*
 * The child process of decode-image.server.ts. Reads an image from stdin. Writes a line of JSON with the size and length of
 * each thumbnail to stdout, then their bytes. All input is hostile, so the process has no other input or output.
 *   node decode-worker.server.ts png 320 640 1280
 */

/** libvips's loaders by file type. All others stay blocked. */
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
  // Decodes the image once. The smaller sizes are made from the largest.
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

/** Exit code for an invalid image, as opposed to a problem of the installation. */
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
