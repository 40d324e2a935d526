import { pino } from 'pino';
import { env } from '#app/env.server.ts';

/**
 * The process's log: one JSON object a line on standard output. Call sites pass ids, never secrets; the
 * redaction below is the second net, not the first.
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
