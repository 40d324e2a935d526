import { t } from '#messages';
import type { ErrorName } from './error-codes.ts';
import { type LazyText, textNow } from './reader-texts.ts';

export { isBusy as isDatabaseBusy, isDiskFull } from '#db/reserve.ts';

/** Codes of expected errors. server/error-response.server.ts maps them to HTTP statuses. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-declined'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'duplicate'
  | 'timeout'
  | 'too-large'
  | 'unsupported-media'
  | 'unprocessable'
  | 'rate-limited'
  | 'busy'
  | 'storage-full';

export type FieldErrors = Record<string, string[]>;

type More = {
  fields?: FieldErrors;
  retryAfterSeconds?: number;
  /** Further fields of the API's response, and a code that is more exact than that of the error. */
  details?: { code?: ErrorName; [name: string]: unknown };
};

/** An expected error, whose message may be shown to the caller. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: More['fields'];
  readonly retryAfterSeconds: More['retryAfterSeconds'];
  readonly details: More['details'];

  /** @param message a function if several readers may get the error, each in its language */
  constructor(code: ErrorCode, message: LazyText, { cause, ...more }: More & { cause?: unknown } = {}) {
    super(textNow(message), { cause });
    if (typeof message === 'function') Object.defineProperty(this, 'message', { get: message });
    this.code = code;
    Object.assign(this, more);
  }
}

export const notFound = (message = t('common.notFound')) => new AppError('not-found', message);
export const forbidden = (message = t('common.youAreNotAllowedToDoThis')) =>
  new AppError('forbidden', message);
export const unauthenticated = (message = t('errors.pleaseLogInFirst')) =>
  new AppError('unauthenticated', message);

/** The message of anything that was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Invalid input; `fields` maps each field to its messages. */
export const invalid = (message: string, fields?: FieldErrors) =>
  new AppError('invalid', message, fields ? { fields } : {});

/** Invalid input in the field `file`. */
export const invalidFile = (message: string) => invalid(message, { file: [message] });

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** '3 minutes', '1 hour': rounded up, so that waiting this long is enough. */
export function duration(seconds: number): string {
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
