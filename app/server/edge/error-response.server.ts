import { parseAccept } from 'hono/utils/accept';
import { data } from 'react-router';
import { env } from '#app/config/env.server.ts';
import { ERROR_CODES, type ErrorName } from '#app/shared/error-codes.ts';
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

const PROBLEM = 'application/problem+json';

/** The body of an API error, with the message for people and the code for programs. */
type ApiErrorBody = { success: false; message: string; code: ErrorName };

/** Whether a client prefers problem details (RFC 9457) to plain JSON. */
function wantsProblem(accept: string | null): boolean {
  if (!accept?.includes(PROBLEM)) return false;
  const offered = new Map(parseAccept(accept).map(({ type, q }) => [type, q]));
  const quality = offered.get(PROBLEM) ?? 0;
  return quality > 0 && quality >= (offered.get('application/json') ?? 0);
}

/** The address of a code's explanation. */
const typeOf = (code: ErrorName) => `${env().APP_URL}/api/docs#error-${code}`;

/**
 * An error of the API: as problem details (RFC 9457) if the client asks for them, or else as `{success: false, message, code, …}`.
 * @param accept the Accept header of the request
 */
export function toApiError(
  status: number,
  body: ApiErrorBody & Record<string, unknown>,
  headers: Record<string, string>,
  accept: string | null,
): Response {
  const { success: _, message, code, ...more } = body;
  const asProblem = wantsProblem(accept);
  const content = asProblem
    ? { type: typeOf(code), title: ERROR_CODES[code], status, detail: message, code, ...more }
    : body;
  const text = JSON.stringify(content);
  return new Response(text, {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...headers,
      'Content-Type': asProblem ? PROBLEM : 'application/json; charset=utf-8',
      // Without it the response would be chunked, which takes a second write.
      'Content-Length': String(Buffer.byteLength(text)),
    },
  });
}
