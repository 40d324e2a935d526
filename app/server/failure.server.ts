import { AppError, type ErrorCode, isDiskFull } from '#app/shared/errors.server.ts';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-declined': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  'rate-limited': 429,
  busy: 503,
  'storage-full': 507,
};

/** The one place where an expected failure becomes an HTTP status. */
export const statusOf = (error: AppError) => STATUS[error.code];

/** The headers that go with it. */
export function headersOf(error: AppError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds);
  if (error.code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  return headers;
}

/**
 * An error as the expected failure that it is, or null: those of the verbs, and a disk that is full, which can meet
 * whoever writes.
 */
export function expectedFailure(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (!isDiskFull(error)) return null;
  return new AppError('storage-full', 'The server has no space left. Please try again later.', {
    cause: error,
  });
}

/**
 * An expected failure of a page's loader, as the response that its error page is made from; whatever else goes on as it is.
 * @param more goes into its body beside the message
 * @example catch (error) { throw asResponse(error) }
 */
export function asResponse(error: unknown, more: object = {}): unknown {
  const failure = expectedFailure(error);
  if (!failure) return error;
  return Response.json(
    { message: failure.message, ...more },
    { status: statusOf(failure), headers: headersOf(failure) },
  );
}

/**
 * Runs a loader's or an action's work; an expected failure becomes the response that its error page is made from.
 * @example export const loader = ({ context }) => answering(() => listOwnCourses(context.get(actorContext)));
 */
export async function answering<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asResponse(error);
  }
}
