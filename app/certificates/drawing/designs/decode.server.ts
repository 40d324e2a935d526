import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { DesignImages } from '../design.ts';
import type { Pictures } from './parts.server.ts';

/** A logo and three signatures are four; the images of a few designs stay decoded. */
const MAX_DECODED = 16;
/** Least recently used first. */
const decoded = new Map<string, Image>();
const scaled = new WeakMap<Image, Map<number, Canvas>>();

function release(image: Image) {
  // Discarded canvases are freed late or never, unless they are empty.
  for (const canvas of scaled.get(image)?.values() ?? []) {
    canvas.width = 1;
    canvas.height = 1;
  }
  scaled.delete(image);
}

async function imageOf(name: string, png: Uint8Array): Promise<Image> {
  const image = decoded.get(name) ?? (await loadImage(png));
  decoded.delete(name);
  decoded.set(name, image);
  for (const [oldest, unused] of decoded) {
    if (decoded.size <= MAX_DECODED) break;
    decoded.delete(oldest);
    release(unused);
  }
  return image;
}

/** Decodes a design's images, each once for as long as it is in use. */
export async function decodeImages(images: DesignImages): Promise<Pictures> {
  const pictures: Pictures = {};
  for (const [name, png] of Object.entries(images)) pictures[name] = await imageOf(name, png);
  return pictures;
}

/** Pixels of an image for each pixel of the page, which has 150 dpi: enough for print. */
const DENSITY = 2;

/** An image with no more pixels than it takes to draw it so wide: a PDF would compress all of them each time. */
export function atWidth(image: Image, width: number): Image | Canvas {
  const wanted = Math.ceil(width * DENSITY);
  if (image.width <= wanted) return image;
  const sizes = scaled.get(image) ?? new Map<number, Canvas>();
  scaled.set(image, sizes);
  const known = sizes.get(wanted);
  if (known) return known;
  const canvas = createCanvas(wanted, Math.ceil((wanted / image.width) * image.height));
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  sizes.set(wanted, canvas);
  return canvas;
}
