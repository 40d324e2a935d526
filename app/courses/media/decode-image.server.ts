import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { log } from '#app/shared/log.server.ts';
import { fairQueue } from './fair-queue.server.ts';
import { runLimited } from './limited-process.server.ts';
import type { ImageType } from './sniff.ts';
import { BadImage } from './strip/limits.ts';

// Decoders are written in C, and sharp's limits do not bound everything that a hostile image can cost. So each image is
// decoded in its own child process, which the system kills when it uses too much.

/** The time-out exceeds the CPU limit, because the machine may be busy. */
const LIMITS = { cpuSeconds: 10, memoryKb: 1_200_000, timeoutMs: 120_000 };
const AT_ONCE = 2;
const MAX_WAITING = 50;
const BAD_IMAGE_EXIT_CODE = 65;

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const WORKER = fileURLToPath(new URL('./decode-worker.server.ts', import.meta.url));

/** The child may read its own code and write no file. Native addons bypass this, so it is a second line of defence. */
const NODE_OPTIONS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${inProject('app/courses/media/')}`,
  `--allow-fs-read=${inProject('node_modules/')}`,
  `--allow-fs-read=${inProject('package.json')}`,
];

const inTurn = fairQueue(AT_ONCE, MAX_WAITING);

export type DecodedImage = { width: number; height: number; bytes: Buffer };

/** Parses the thumbnails from the child's output. */
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

async function decode(path: string, type: ImageType, widths: readonly number[]): Promise<DecodedImage[]> {
  const file = await open(path);
  try {
    const args = [...NODE_OPTIONS, WORKER, type, ...widths.map(String)];
    const { code, signal, output, errors } = await runLimited(args, file.fd, LIMITS);
    if (code === 0) return parse(output);
    if (code !== BAD_IMAGE_EXIT_CODE) {
      log.warn({ code, signal, errors: errors.slice(0, 2_000) }, 'an image took its decoder down');
    }
    // A signal means that the image cost too much or crashed its decoder; any other exit is a fault of the installation.
    if (code === BAD_IMAGE_EXIT_CODE || signal) throw new BadImage('not decoded');
    throw new Error(`The image decoder exited with ${code}`);
  } finally {
    await file.close();
  }
}

/**
 * Decodes an image and scales it to some widths, as WebP without metadata. Smaller images are not enlarged.
 * @param owner whose image it is: one image of each owner is decoded at a time
 * @throws BadImage; AppError busy
 */
export const decodeImage = (owner: string, path: string, type: ImageType, widths: readonly number[]) =>
  inTurn(owner, () => decode(path, type, widths));
