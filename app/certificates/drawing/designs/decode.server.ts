import { type Image, loadImage } from '@napi-rs/canvas';
import type { DesignImages } from '../design.ts';
import type { Pictures } from './parts.server.ts';

/** A logo and three signatures are four; the images of a few designs stay decoded. */
const MAX_DECODED = 16;
/** Least recently used first. */
const decoded = new Map<string, Image>();

async function imageOf(name: string, png: Uint8Array): Promise<Image> {
  const image = decoded.get(name) ?? (await loadImage(png));
  decoded.delete(name);
  decoded.set(name, image);
  for (const oldest of decoded.keys()) {
    if (decoded.size <= MAX_DECODED) break;
    decoded.delete(oldest);
  }
  return image;
}

/** Decodes a design's images, each once for as long as it is in use. */
export async function decodeImages(images: DesignImages): Promise<Pictures> {
  const pictures: Pictures = {};
  for (const [name, png] of Object.entries(images)) pictures[name] = await imageOf(name, png);
  return pictures;
}
