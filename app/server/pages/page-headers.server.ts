import type { Middleware } from '#app/server/edge/edge.server.ts';
import { sessionToken } from '#app/server/session/cookies.server.ts';

/** Cancels the body of a response to HEAD, which Hono would not read. */
export const emptyHead: Middleware = async (c, next) => {
  await next();
  if (c.req.raw.method === 'HEAD') void c.res.body?.cancel().catch(() => undefined);
};

/**
 * Cache-Control of a page or its data. Pages of a logged-in account are not stored, so that going back after logout does not
 * show them, and neither are pages with a token in their address. A prefetched page is stored for a few seconds, or the click
 * could not use it.
 */
function cacheControl({ headers }: Request, isSecret: boolean, session: string | null): string {
  if (headers.has('authorization') || isSecret) return 'private, no-store';
  if (session === null) return 'no-cache';
  const prefetched = /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
  return prefetched ? 'private, max-age=5' : 'private, no-store';
}

/** Sets Cache-Control unless the route has. */
export const pageCaching: Middleware = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) {
    headers.set(
      'Cache-Control',
      cacheControl(c.req.raw, c.env.kind.needs.tokenInUrl === true, sessionToken(c.req.raw)),
    );
  }
};
