import { sessionToken } from './cookies.server.ts';
import type { Middleware } from './edge.server.ts';

/** Lets go of the body of an answer to HEAD, which Hono leaves out. */
export const emptyHead: Middleware = async (c, next) => {
  await next();
  if (c.req.raw.method === 'HEAD') void c.res.body?.cancel();
};

/**
 * How long a page or its data may be kept: not at all when somebody is logged in, by cookie or token, so that nobody finds
 * it in the browser's history after a logout. The exception is what a browser fetches ahead of a click.
 */
function cacheControl({ headers }: Request, session: string | null): string {
  if (headers.has('authorization')) return 'private, no-store';
  if (session === null) return 'no-cache';
  const prefetched = /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
  return prefetched ? 'private, max-age=5' : 'private, no-store';
}

/** Says how long an answer may be kept, where its route did not. */
export const pageCaching: Middleware = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', cacheControl(c.req.raw, sessionToken(c.req.raw)));
  }
};
