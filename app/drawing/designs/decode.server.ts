import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { DesignImages } from '#app/drawing/design.ts';
import { isMarkedPale } from '#app/files/images/pale.ts';

/** Decoded images by the names that designs use. */
export type Pictures = Record<string, Image>;

/** A design has at most four images: a logo and three signatures. This keeps the images of a few designs decoded. */
const MAX_DECODED = 16;
/** Least recently used first. */
const decoded = new Map<string, Image>();
const scaled = new WeakMap<Image, Map<number, Canvas>>();
const pale = new WeakSet<Image>();

/** Whether nobody sees an image on light paper. */
export const isPale = (image: Image) => pale.has(image);

function release(image: Image) {
  // Canvases are garbage-collected late or never. Shrinking them frees their pixels now.
  for (const canvas of scaled.get(image)?.values() ?? []) {
    canvas.width = 1;
    canvas.height = 1;
  }
  scaled.delete(image);
}

async function imageOf(name: string, png: Uint8Array): Promise<Image> {
  const image = decoded.get(name) ?? (await loadImage(png));
  if (isMarkedPale(png)) pale.add(image);
  decoded.delete(name);
  decoded.set(name, image);
  for (const [oldest, unused] of decoded) {
    if (decoded.size <= MAX_DECODED) break;
    decoded.delete(oldest);
    release(unused);
  }
  return image;
}

/** Decodes a design's images. Images in use are decoded once. */
export async function decodeImages(images: DesignImages): Promise<Pictures> {
  const pictures: Pictures = {};
  for (const [name, png] of Object.entries(images)) pictures[name] = await imageOf(name, png);
  return pictures;
}

/** Image pixels per page pixel. The page has 150 dpi, so this is enough for print. */
const DENSITY = 2;

/** Scales an image down to the pixels that its width on the page needs. A PDF would otherwise compress all pixels each time. */
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
