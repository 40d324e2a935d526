import { sessionToken } from './cookies.server.ts';
import type { Middleware } from './edge.server.ts';

/** Cancels the body of a response to HEAD, which Hono does not send. */
export const emptyHead: Middleware = async (c, next) => {
  await next();
  if (c.req.raw.method === 'HEAD') void c.res.body?.cancel().catch(() => undefined);
};

/**
 * Cache-Control of a page or its data. Nothing of a logged-in account is stored, so that the browser's history shows none of
 * it after logout. A prefetch is kept for a few seconds, or the click could not use it.
 */
function cacheControl({ headers }: Request, session: string | null): string {
  if (headers.has('authorization')) return 'private, no-store';
  if (session === null) return 'no-cache';
  const prefetched = /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
  return prefetched ? 'private, max-age=5' : 'private, no-store';
}

/** Sets Cache-Control where the route did not. */
export const pageCaching: Middleware = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', cacheControl(c.req.raw, sessionToken(c.req.raw)));
  }
};
