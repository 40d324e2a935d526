import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';

/** What a child process may take; the system ends it when it takes more. */
export type Limits = {
  cpuSeconds: number;
  /** Address space that can be written to; V8 reserves 575 MB of it without using it. */
  memoryKb: number;
  timeoutMs: number;
};

/** Requests go first where cores are few. */
const NICENESS = 5;

/** How a process ended, and what it printed. */
export type Ending = { code: number | null; signal: string | null; output: Buffer; errors: string };

/**
 * Runs Node in a child process within limits. A shell sets them, since Node cannot; Windows has none but the time-out.
 * @param stdin file descriptor that the child reads
 */
export async function runLimited(args: string[], stdin: number, limits: Limits): Promise<Ending> {
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
    stdio: [stdin, 'pipe', 'pipe'],
    env: {},
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
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
