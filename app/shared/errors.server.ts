export { isDiskFull } from '#db/reserve.ts';

/** Every expected failure of a verb. The HTTP status of each is decided once, in server/error-response.server.ts. */
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

/** An expected failure, with a message that may be shown to whoever caused it. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What the API's answer says beside the message. */
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

/** Input refused for its shape: `fields` maps each field to what is wrong with it. */
export const invalid = (message: string, fields?: FieldErrors) =>
  new AppError('invalid', message, fields ? { fields } : {});
