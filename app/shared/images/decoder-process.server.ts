import { fileURLToPath } from 'node:url';
import { log } from '#app/shared/log.server.ts';
import { fairQueue } from './fair-queue.server.ts';
import { runLimited } from './limited-process.server.ts';
import { BadImage } from './strip/limits.ts';

// Decoders are written in C, and sharp's limits do not bound everything that a hostile image can cost. So each image is
// decoded in its own child process, which the system kills when it uses too much.

/** The time-out exceeds the CPU limit, because the machine may be busy. */
const LIMITS = { cpuSeconds: 10, memoryKb: 1_200_000, timeoutMs: 120_000 };
const AT_ONCE = 2;
const MAX_WAITING = 50;
const BAD_IMAGE_EXIT_CODE = 65;

const inProject = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The child may read its own code and write no file. Native addons bypass this, so it is a second line of defence. */
const NODE_OPTIONS = [
  '--permission',
  '--allow-addons',
  `--allow-fs-read=${inProject('app/shared/images/')}`,
  `--allow-fs-read=${inProject('node_modules/')}`,
  `--allow-fs-read=${inProject('package.json')}`,
];

const inTurn = fairQueue(AT_ONCE, MAX_WAITING);

async function decode(worker: string, args: string[], image: number | Uint8Array): Promise<Buffer> {
  const { code, signal, output, errors } = await runLimited(
    [...NODE_OPTIONS, worker, ...args],
    image,
    LIMITS,
  );
  if (code === 0) return output;
  if (code !== BAD_IMAGE_EXIT_CODE) {
    log.warn({ code, signal, errors: errors.slice(0, 2_000) }, 'an image took its decoder down');
  }
  // A signal means that the image cost too much or crashed its decoder; any other exit is a fault of the installation.
  if (code === BAD_IMAGE_EXIT_CODE || signal) throw new BadImage('not decoded');
  throw new Error(`The image decoder exited with ${code}`);
}

/**
 * Runs a worker of this folder in a limited child process, with an image as its stdin.
 * @param owner whose image it is: one image of each owner is decoded at a time
 * @param worker the worker's file
 * @param image its bytes, or the descriptor of its file
 * @returns what the worker printed
 * @throws BadImage; AppError busy
 */
export const runDecoder = (owner: string, worker: URL, args: string[], image: number | Uint8Array) =>
  inTurn(owner, () => decode(fileURLToPath(worker), args, image));
