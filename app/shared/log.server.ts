import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { env } from '#app/config/env.server.ts';
import { isWorker } from '#app/processes/other-processes.server.ts';
import { errorCodeOf } from '#db/files.ts';

/** Lines that wait take at most this much memory. Further lines are dropped. */
const MOST_BYTES = 8 * 1_048_576;
const RETRY_MS = 100;
/** How long the end of the process waits for a slow reader. */
const EXIT_MS = 500;
const EXIT_RETRY_MS = 10;

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Writes log lines to a file descriptor. A log that cannot be written does not stop the site: on a full disk, and while nobody
 * reads a pipe, lines wait and are written later. Pino's own destination ends the process instead, or waits at its end for ever.
 */
export function createLogOutput(fd: number) {
  /** Lines that wait, and how much of the first one is written. */
  let waiting: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Writes lines one by one, because pipes keep only short writes of several processes apart. Returns whether all are written. */
  function writeWaiting(): boolean {
    try {
      for (let [line] = waiting; line; [line] = waiting) {
        const written = writeSync(fd, line);
        bytes -= written;
        if (written < line.length) waiting[0] = line.subarray(written);
        else waiting.shift();
      }
    } catch (error) {
      // Nobody will read the pipe again.
      isClosed = errorCodeOf(error) === 'EPIPE';
      if (isClosed) waiting = [];
      return isClosed;
    }
    return true;
  }

  function retry() {
    timer = undefined;
    if (!writeWaiting()) timer = setTimeout(retry, RETRY_MS).unref();
    else if (dropped > 0) {
      const lines = dropped;
      dropped = 0;
      const time = new Date().toISOString();
      add(`${JSON.stringify({ level: 40, time, lines, msg: 'lines of the log were dropped' })}\n`);
    }
  }

  function add(text: string) {
    const line = Buffer.from(text);
    if (isClosed) return;
    if (bytes + line.length > MOST_BYTES) {
      dropped += 1;
      return;
    }
    waiting.push(line);
    bytes += line.length;
    if (!timer) retry();
  }

  /** Writes the lines that wait before the process ends. */
  function flushSync() {
    const started = performance.now();
    while (!writeWaiting() && performance.now() - started < EXIT_MS) sleep(EXIT_RETRY_MS);
  }

  process.on('exit', flushSync);
  return { write: add, flushSync };
}

const request = new AsyncLocalStorage<{ requestId: string }>();

/** Runs code of a request. All lines that it logs have the request's ID, also after its response. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  request.run({ requestId }, work);

/** Starts work that outlives the request that happens to start it. Its lines do not have the request's ID. */
export const withoutRequestId = <Result>(start: () => Result): Result => request.exit(start);

/** The ID of the request whose code runs, or null. */
export const currentRequestId = (): string | null => request.getStore()?.requestId ?? null;

/**
 * The process's log: one JSON object per line on standard output. Callers log ids and never secrets. Redaction is only a second
 * line of defence.
 */
export const log = pino(
  {
    base: null,
    level: 'info',
    mixin: () => request.getStore() ?? {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'cardNumber', 'cvCode'].flatMap((key) => [
        key,
        `*.${key}`,
      ]),
      censor: '[redacted]',
    },
  },
  // Opening the stream makes writes to a pipe fail when it is full, instead of blocking.
  createLogOutput(process.stdout.fd || 1),
);

/** Applies LOG_LEVEL after the configuration is read. Lines of a worker include its number. */
export function configureLog() {
  log.level = env().LOG_LEVEL;
  if (isWorker()) log.setBindings({ worker: env().WEB_WORKER });
}
