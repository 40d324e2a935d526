import { t } from '#messages';
import { AppError } from './errors.server.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** '3 minutes', '1 hour': rounded up, so that waiting this long is enough. */
function duration(seconds: number): string {
  if (seconds > 90 * MINUTE_S) return t('rateLimits.valueHours', { value: Math.ceil(seconds / HOUR_S) });
  if (seconds > 55 * MINUTE_S) return t('rateLimits.valueHours', { value: 1 });
  if (seconds > MINUTE_S) return t('rateLimits.valueMinutes', { value: Math.ceil(seconds / MINUTE_S) });
  return t('rateLimits.secondsSeconds', { seconds });
}

/** A time in whole seconds, rounded up, and at least one. */
export const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

/** The error of a use over a limit. @param ms until the next use is allowed */
export function tooManyAttempts(ms: number): AppError {
  const seconds = secondsOf(ms);
  const message = t('rateLimits.tooManyAttemptsPleaseTryAgainInSeconds', { seconds: duration(seconds) });
  return new AppError('rate-limited', message, { retryAfterSeconds: seconds });
}
