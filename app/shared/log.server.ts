import { pino } from 'pino';
import { env } from '#app/env.server.ts';
import { isWorker } from './processes/other-processes.server.ts';

/**
 * The process's log: one JSON object per line on standard output. Callers pass ids, never secrets; redaction is only a
 * second line of defence.
 */
export const log = pino({
  base: null,
  level: 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ['password', 'token', 'cookie', 'authorization', 'cardNumber', 'cvCode'].flatMap((key) => [
      key,
      `*.${key}`,
    ]),
    censor: '[redacted]',
  },
});

/** Applies LOG_LEVEL, once the configuration is read. The lines of a worker have its number. */
export function configureLog() {
  log.level = env.LOG_LEVEL;
  if (isWorker()) log.setBindings({ worker: env.WEB_WORKER });
}
