import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';

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
export type Ending = { code: number | null; signal: string | null; output: Buffer; errors: string };

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
