export { isBusy as isDatabaseBusy } from '#db/busy.ts';
export { isDiskFull } from '#db/reserve.ts';

/** Codes of expected errors. server/error-response.server.ts maps them to HTTP statuses. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-declined'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'duplicate'
  | 'too-large'
  | 'unsupported-media'
  | 'unprocessable'
  | 'rate-limited'
  | 'busy'
  | 'storage-full';

export type FieldErrors = Record<string, string[]>;

/** An expected error, whose message may be shown to the caller. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the API's response. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.details = more.details;
  }
}

export const notFound = (message = 'Not found.') => new AppError('not-found', message);
export const forbidden = (message = 'You are not allowed to do this.') => new AppError('forbidden', message);
export const unauthenticated = (message = 'Please log in first.') => new AppError('unauthenticated', message);

/** The message of anything that was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Invalid input; `fields` maps each field to its messages. */
export const invalid = (message: string, fields?: FieldErrors) =>
  new AppError('invalid', message, fields ? { fields } : {});
