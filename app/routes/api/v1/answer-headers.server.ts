import { createHash } from 'node:crypto';
import { env } from '#app/config/env.server.ts';
import { corsHeaders } from '#app/server/edge/same-site.server.ts';
import type { Description } from './operation.ts';

const PREFLIGHT_SECONDS = '600';

/** The headers for programs on other sites. Only for calls with a token: without credentials, browsers send no cookies along. */
export const corsHeadersFor = (
  request: Request,
  { auth }: Pick<Description, 'auth'>,
): Record<string, string> => (auth === 'bearer' ? corsHeaders(request) : {});

/** The headers of the response to a preflight request for a method. */
export function preflightHeaders(
  request: Request,
  description: Pick<Description, 'auth'> | undefined,
): Record<string, string> {
  if (!description || !request.headers.has('Access-Control-Request-Method')) return {};
  const headers = corsHeadersFor(request, description);
  if (!headers['Access-Control-Allow-Origin']) return headers;
  return {
    ...headers,
    'Access-Control-Allow-Methods': request.headers.get('Access-Control-Request-Method') ?? '',
    'Access-Control-Allow-Headers':
      'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  };
}

/** The Link header of a list with the address of its next page (RFC 8288), or no header on the last page. */
export function nextLink(request: Request, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {};
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('cursor', nextCursor);
  return { Link: `<${env().APP_URL}${pathname}?${searchParams}>; rel="next"` };
}

/** The Link header of a list with a cursor in its body. */
export function linkOf(request: Request, body: unknown): Record<string, string> {
  const cursor = (body as { nextCursor?: unknown } | null)?.nextCursor;
  return typeof cursor === 'string' ? nextLink(request, cursor) : {};
}

/** The entity tag of a single object. */
export const etagOf = (text: string) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Whether If-None-Match names the entity tag (RFC 9110 section 13.1.2). Compressed responses have weak tags. */
export function isUnchanged(request: Request, etag: string): boolean {
  const asked = request.headers.get('If-None-Match');
  if (asked === null) return false;
  return asked.trim() === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
