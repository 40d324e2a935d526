import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { env } from '#app/config/env.server.ts';
import { isWorker } from '#app/processes/other-processes.server.ts';
import { createLogOutput } from './log-output.server.ts';

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
