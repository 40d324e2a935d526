import { pino } from 'pino';
import { env } from '#app/env.server.ts';

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

/** Applies LOG_LEVEL, once the configuration is read. */
export function configureLog() {
  log.level = env.LOG_LEVEL;
}
