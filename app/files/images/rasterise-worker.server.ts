import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { openDrawing, writeResult } from './open-drawing.server.ts';
import { isBlank, isPale, markPale } from './pale.ts';
import type { DrawableType } from './rasterise.server.ts';

/*
 * The child process of rasterise.server.ts. Reads a picture from stdin and writes a PNG to stdout. All input is hostile, so
 * the process has no other input or output.
 *   node rasterise-worker.server.ts svg 1200 600
 */

/** Larger PNGs, such as photographs, are scaled by `SMALLER`, which leaves at most 1.1 MB. */
const MAX_PNG_BYTES = 1_048_576;
const SMALLER = 0.6;

async function rasterise(type: DrawableType, maxWidth: number, maxHeight: number): Promise<Buffer> {
  const image = await openDrawing(readFileSync(0), type, () => ({ width: maxWidth, height: maxHeight }));
  const { data, info } = await image
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

const [type, width, height] = process.argv.slice(2);
await writeResult(() => rasterise(type as DrawableType, Number(width), Number(height)));
