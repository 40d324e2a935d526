import { fileURLToPath } from 'node:url';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';
import { runLimited } from './limited-process.server.ts';

// Decoders are written in C, and sharp's limits do not cover everything that a hostile image can cost. So
// each image is decoded in a separate child process, which the system kills when it uses too much.

/** The time-out exceeds the CPU limit, because the machine may be busy. */
const LIMITS = { memoryKb: 1_200_000, timeoutMs: 120_000 };
const AT_ONCE = 2;
const MAX_WAITING = 50;
const BAD_IMAGE_EXIT_CODE = 65;

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/**
 * The child may read its own code and may not write files. Native addons can bypass this, so it is only a second line of
 * defence.
 */
const NODE_OPTIONS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${inProject('app/files/images/')}`,
  `--allow-fs-read=${inProject('node_modules/')}`,
  `--allow-fs-read=${inProject('package.json')}`,
];

const inTurn = createFairQueue({
  concurrent: AT_ONCE,
  concurrentPerAccount: 1,
  waiting: MAX_WAITING,
  waitingPerAccount: 4,
  message: () => t('common.theServerIsBusy'),
});

/** The input of a worker, and its limit of processor time. */
type Decoding = { worker: URL; args: string[]; image: number | Uint8Array; cpuSeconds: number };

async function decode({ worker, args, image, cpuSeconds }: Decoding): Promise<Buffer> {
  const { code, signal, output, errors } = await runLimited(
    [...NODE_OPTIONS, fileURLToPath(worker), ...args],
    image,
    { ...LIMITS, cpuSeconds },
  );
  if (code === 0) return output;
  if (code !== BAD_IMAGE_EXIT_CODE) {
    log.warn({ code, signal, errors: errors.slice(0, 2_000) }, 'an image crashed its decoder');
  }
  // A signal means that the image cost too much or crashed its decoder. Any other exit code is a problem of the installation.
  if (signal) throw new BadImage('not decoded', 'costly');
  if (code === BAD_IMAGE_EXIT_CODE) throw new BadImage('not decoded', errors.slice(-100).split('\n').at(-1));
  throw new Error(`The image decoder exited with ${code}`);
}

/**
 * Runs a worker of this folder in a limited child process, with an image as its stdin.
 * @param client one image per account is decoded at a time
 * @param decoding `worker` is the worker's file; `image` is the image's bytes, or the descriptor of its file
 * @returns the worker's output
 * @throws BadImage, also for an image that takes more than `cpuSeconds`; AppError busy
 */
export const runDecoder = (client: Client, decoding: Decoding) => inTurn(client, () => decode(decoding));
