import { data } from 'react-router';
import type { ErrorName } from '#app/shared/error-codes.ts';
import { AppError, type ErrorCode, isDatabaseBusy, isDiskFull } from '#app/shared/errors.server.ts';
import { type FormError, type FormErrorParts, formError } from '#app/shared/form-error.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-declined': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  duplicate: 409,
  timeout: 408,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  'rate-limited': 429,
  busy: 503,
  'storage-full': 507,
};

const RETRY_SECONDS = 5;

/** Returns errors with a public message: a domain function's AppError, a full disk, or a locked database. Returns null for all others. */
export function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseBusy(error)) {
    log.error({ err: error }, 'another process holds the lock of the database for too long');
    return new AppError('busy', t('common.theServerIsBusy'), {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
  if (!isDiskFull(error)) return null;
  return new AppError('storage-full', t('common.theServerHasNoSpaceLeft'), {
    cause: error,
  });
}

/** Converts an AppError to a status and headers. This is the only place that does so. */
function responseInit(error: AppError): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds);
  if (error.code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  return { status: STATUS[error.code], headers };
}

/**
 * For a page: converts an error to the response that its error boundary renders. Returns an unexpected error unchanged.
 * @param more data for the body
 * @example catch (error) { throw toPageError(error) }
 */
export function toPageError(error: unknown, more: object = {}): unknown {
  const expected = expectedError(error);
  return expected ? Response.json({ message: expected.message, ...more }, responseInit(expected)) : error;
}

/**
 * For a form: the result of its action, with the status that the API has for the same error.
 * @param error null for an unexpected error, which the caller has logged
 */
export function toFormError<Details extends object = object>(
  error: AppError | null,
  parts: FormErrorParts,
  details?: Details,
) {
  const init = error ? responseInit(error) : { status: 500 };
  return data<FormError & Details>({ ...formError(parts), ...(details as Details) }, init);
}

/** For a file: a plain-text response. Rethrows unexpected errors. */
export function toFileError(error: unknown): Response {
  const expected = expectedError(error);
  if (!expected) throw error;
  const { status, headers } = responseInit(expected);
  return new Response(`${expected.message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}

const nameOf = (code: ErrorCode) => code.replaceAll('-', '_') as ErrorName;

/** For the API and scripts: status, headers, message, code and field errors. Null for an unexpected error. */
export function toErrorParts(error: unknown) {
  const expected = expectedError(error);
  if (!expected) return null;
  const { message, fields, details = {} } = expected;
  const { code = nameOf(expected.code), ...more } = details;
  return {
    ...responseInit(expected),
    message,
    code,
    details: more,
    errors: fields && Object.keys(fields).length > 0 ? fields : undefined,
  };
}
