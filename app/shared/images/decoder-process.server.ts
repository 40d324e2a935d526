import { fileURLToPath } from 'node:url';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { log } from '#app/shared/log.server.ts';
import { runLimited } from './limited-process.server.ts';
import { BadImage } from './strip/limits.ts';

// Decoders are written in C, and sharp's limits do not cover everything that a hostile image can cost. So each image is decoded
// in a child process of its own, which the system kills when it uses too much.

/** The time-out exceeds the CPU limit, because the machine may be busy. */
const LIMITS = { cpuSeconds: 10, memoryKb: 1_200_000, timeoutMs: 120_000 };
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
  `--allow-fs-read=${inProject('app/shared/images/')}`,
  `--allow-fs-read=${inProject('node_modules/')}`,
  `--allow-fs-read=${inProject('package.json')}`,
];

const inTurn = createFairQueue({
  concurrent: AT_ONCE,
  concurrentPerAccount: 1,
  waiting: MAX_WAITING,
  waitingPerAccount: 4,
  message: 'The server is busy. Please try again in a moment.',
});

async function decode(worker: string, args: string[], image: number | Uint8Array): Promise<Buffer> {
  const { code, signal, output, errors } = await runLimited(
    [...NODE_OPTIONS, worker, ...args],
    image,
    LIMITS,
  );
  if (code === 0) return output;
  if (code !== BAD_IMAGE_EXIT_CODE) {
    log.warn({ code, signal, errors: errors.slice(0, 2_000) }, 'an image crashed its decoder');
  }
  // A signal means that the image cost too much or crashed its decoder. Any other exit code is a problem of the installation.
  if (code === BAD_IMAGE_EXIT_CODE || signal) throw new BadImage('not decoded');
  throw new Error(`The image decoder exited with ${code}`);
}

/**
 * Runs a worker of this folder in a limited child process, with an image as its stdin.
 * @param client one image per account is decoded at a time
 * @param worker the worker's file
 * @param image its bytes, or the descriptor of its file
 * @returns the worker's output
 * @throws BadImage; AppError busy
 */
export const runDecoder = (client: Client, worker: URL, args: string[], image: number | Uint8Array) =>
  inTurn(client, () => decode(fileURLToPath(worker), args, image));
