import type { Client } from '#app/shared/fair-queue.server.ts';
import { runDecoder } from './decoder-process.server.ts';
import { sniffImage } from './sniff-image.ts';

/** As much processor time as a drawing has. Filters of an SVG could take hours. */
const RASTERISER = { worker: new URL('./rasterise-worker.server.ts', import.meta.url), cpuSeconds: 5 };

/** Largest size of the PNG, in pixels. */
const MAX_WIDTH = 1_200;
const MAX_HEIGHT = 600;

export type DrawableType = 'png' | 'jpeg' | 'svg';

/** Recognises a PNG, a JPEG, or a possible SVG. Returns null for anything else. */
export function sniffDrawable(head: Uint8Array): DrawableType | null {
  const type = sniffImage(head);
  if (type === 'png' || type === 'jpeg') return type;
  return type === null &&
    /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(head).toString('latin1'))
    ? 'svg'
    : null;
}

/**
 * Converts a picture to a PNG without metadata, of at most 1200 by 600 pixels and 1.1 MB. Pixels are only scaled down; an SVG
 * is drawn at that size.
 * @param client one picture per account is decoded at a time
 * A logo whose visible pixels are all light is marked (`isPale`).
 * @throws BadImage, also for an SVG with scripts or references; AppError busy
 */
export const rasterise = (client: Client, bytes: Uint8Array, type: DrawableType): Promise<Buffer> =>
  runDecoder(client, { ...RASTERISER, args: [type, String(MAX_WIDTH), String(MAX_HEIGHT)], image: bytes });
