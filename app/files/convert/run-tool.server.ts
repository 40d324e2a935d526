import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Limits of a program, which is killed when it exceeds them. */
export type ToolLimits = {
  cpuSeconds: number;
  /** Writable memory. */
  memoryKb: number;
  /** Of each file that it writes. */
  fileBytes: number;
  timeoutMs: number;
  /** The longest time without progress. */
  stallMs: number;
};

/** Why a program did not do its work. `stopped`: the caller's signal. */
type ToolFailure = 'failed' | 'too-large' | 'too-many-pixels' | 'too-slow' | 'stopped';

export class ToolError extends Error {
  readonly failure: ToolFailure;

  constructor(failure: ToolFailure, details: string) {
    super(details);
    this.failure = failure;
  }
}

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));
/** Most bytes of output. A conversion of hours reports about 2 MB. */
const MOST_OUTPUT = 16 * 1_048_576;
const KEPT_OUTPUT = 1_048_576;
const KEPT_ERRORS = 2_000;
/** The unit of ulimit -f (POSIX). */
const BLOCK_BYTES = 512;
/** Exit code after the signal SIGXFSZ. */
const FILE_TOO_LARGE = 153;
const KILL_AFTER_MS = 5_000;

type Running = {
  signal: AbortSignal;
  /** Called with each line of output. @returns whether it is progress */
  onLine?: (line: string) => boolean;
};

/**
 * Runs a program with limits, in a process that ends with the server.
 * @returns the first megabyte of its output
 * @throws ToolError
 */
export async function runTool(
  [program, ...args]: [string, ...string[]],
  { cpuSeconds, memoryKb, fileBytes, timeoutMs, stallMs }: ToolLimits,
  { signal, onLine = () => true }: Running,
): Promise<string> {
  const limits = [cpuSeconds, memoryKb, Math.ceil(fileBytes / BLOCK_BYTES)].map(String);
  const guard = spawn(process.execPath, [GUARD, ...limits, program, ...args], { env: {} });
  let failure: ToolFailure | null = null;
  const kill = (reason: ToolFailure) => {
    failure ??= reason;
    guard.stdin.destroy();
    setTimeout(() => guard.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  // A guard that has ended reads nothing.
  guard.stdin.on('error', () => undefined);
  const stop = () => kill('stopped');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  const timeout = setTimeout(kill, timeoutMs, 'too-slow' satisfies ToolFailure);
  const stall = setTimeout(kill, stallMs, 'too-slow' satisfies ToolFailure);
  let [output, errors, bytes] = ['', '', 0];
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_OUTPUT) kill('failed');
  };
  guard.stderr.on('data', (chunk: Buffer) => {
    count(chunk);
    if (errors.length < KEPT_ERRORS) errors += chunk.toString('utf8', 0, KEPT_ERRORS);
  });
  guard.stdout.on('data', (chunk: Buffer) => {
    count(chunk);
    if (output.length < KEPT_OUTPUT) output += chunk.toString('utf8');
  });
  createInterface({ input: guard.stdout }).on('line', (line) => {
    if (onLine(line)) stall.refresh();
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      guard.once('error', reject);
      guard.once('close', resolve);
    });
    if (failure !== null) throw new ToolError(failure, errors);
    if (code === FILE_TOO_LARGE) throw new ToolError('too-large', errors);
    if (code !== 0) throw new ToolError('failed', `exit code ${code}: ${errors}`);
    return output;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(timeout);
    clearTimeout(stall);
  }
}
