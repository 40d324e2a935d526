import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BadImage } from '#app/files/images/strip/limits.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';

/** Limits of a child process. The system kills it when it exceeds them. */
export type Limits = {
  cpuSeconds: number;
  /** Writable address space. V8 reserves 575 MB of it without using it. */
  memoryKb: number;
  timeoutMs: number;
};

/** Lower than the threads that draw, so that requests and drawings go first on few cores. */
const NICENESS = 15;

/** How a process ended, and its output. */
type Ending = { code: number | null; signal: string | null; output: Buffer; errors: string };

/**
 * Runs Node in a child process with limits. A shell sets them, because Node cannot. On Windows there is only the time-out.
 * @param stdin bytes, or a file descriptor
 */
export async function runLimited(
  args: string[],
  stdin: number | Uint8Array,
  limits: Limits,
): Promise<Ending> {
  const node = [process.execPath, ...args];
  const { cpuSeconds, memoryKb, timeoutMs } = limits;
  const limited = [
    '/bin/sh',
    '-c',
    `ulimit -d ${memoryKb}; ulimit -t ${cpuSeconds}; exec "$@"`,
    'sh',
    ...node,
  ];
  const [command = '', ...rest] = process.platform === 'win32' ? node : limited;
  const child = spawn(command, rest, {
    stdio: [typeof stdin === 'number' ? stdin : 'pipe', 'pipe', 'pipe'],
    env: {},
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  // A child that exits early does not read everything.
  child.stdin?.on('error', () => undefined);
  if (typeof stdin !== 'number') child.stdin?.end(stdin);
  if (child.pid) setPriority(child.pid, NICENESS);
  const ended = new Promise<Pick<Ending, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const { stdout, stderr } = child as {
    stdout: NonNullable<typeof child.stdout>;
    stderr: NonNullable<typeof child.stderr>;
  };
  const [ending, output, errors] = await Promise.all([ended, buffer(stdout), text(stderr)]);
  return { ...ending, output, errors };
}

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
