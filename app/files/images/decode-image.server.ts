import { open } from 'node:fs/promises';
import type { Client } from '#app/shared/fair-queue.server.ts';
import { runDecoder } from './decoder-process.server.ts';
import type { ImageType } from './sniff-image.ts';

const DECODER = { worker: new URL('./decode-worker.server.ts', import.meta.url), cpuSeconds: 10 };

export type DecodedImage = { width: number; height: number; bytes: Buffer };

/** Parses the thumbnails from the child process's output. */
function parse(output: Buffer): DecodedImage[] {
  const end = output.indexOf('\n');
  const sizes = JSON.parse(output.toString('utf8', 0, end)) as {
    width: number;
    height: number;
    bytes: number;
  }[];
  let at = end + 1;
  return sizes.map(({ width, height, bytes }) => {
    const own = output.subarray(at, at + bytes);
    at += bytes;
    return { width, height, bytes: own };
  });
}

/**
 * Decodes an image and scales it to several widths, as WebP without metadata. Does not enlarge small images.
 * @param client one image per account is decoded at a time
 * @throws BadImage; AppError busy
 */
export async function decodeImage(
  client: Client,
  path: string,
  type: ImageType,
  widths: readonly number[],
): Promise<DecodedImage[]> {
  const file = await open(path);
  try {
    return parse(
      await runDecoder(client, { ...DECODER, args: [type, ...widths.map(String)], image: file.fd }),
    );
  } finally {
    await file.close();
  }
}

/**
 * Decodes a photograph, turns it upright, cuts the middle out of it in the shape of `PHOTO`, and encodes it as a JPEG without
 * metadata of at most that size.
 * @param client one image per account is decoded at a time
 * @throws BadImage; AppError busy
 */
export const decodePhoto = (client: Client, bytes: Uint8Array, type: ImageType): Promise<Buffer> =>
  runDecoder(client, { ...DECODER, args: [type, 'photo'], image: bytes });
