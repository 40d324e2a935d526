import { parseAccept } from 'hono/utils/accept';
import { env } from '#app/config/env.server.ts';
import { ERROR_CODES, type ErrorName } from '#app/shared/error-codes.ts';

const PROBLEM = 'application/problem+json';

/** The body of an API error, with the message for people and the code for programs. */
export type ApiErrorBody = { success: false; message: string; code: ErrorName };

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
