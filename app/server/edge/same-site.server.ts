import { env, isLoopback } from '#app/config/env.server.ts';
import type { Middleware } from './edge.server.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a Host header names this site: APP_URL's host, or any loopback name and port if APP_URL is loopback, because a
 * container or tunnel may map the port.
 */
export function isOwnHost(host: string): boolean {
  if (host === env().appHost) return true;
  const own = new URL(env().APP_URL);
  const asked = URL.parse(`${own.protocol}//${host}`);
  if (asked?.pathname !== '/' || asked.search || asked.hash || asked.username) return false;
  if (isLoopback(own.hostname)) return isLoopback(asked.hostname);
  return asked.host === own.host;
}

/** Whether an Origin header names this site. */
export function isOwnOrigin(origin: string): boolean {
  if (origin === env().APP_URL) return true;
  const own = new URL(env().APP_URL);
  const asked = URL.parse(origin);
  return (
    asked !== null &&
    asked.origin === origin &&
    asked.protocol === own.protocol &&
    asked.port === own.port &&
    isLoopback(own.hostname) &&
    isLoopback(asked.hostname)
  );
}

/**
 * Whether a request may change something: it uses a safe method, or the browser says that it comes from this site
 * (docs/product.md, Cross-site requests). Clients that send neither Origin nor Sec-Fetch-Site must use the API.
 */
export function comesFromOwnSite(method: string, headers: Headers): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  // The forms of a page with `Referrer-Policy: no-referrer` send this Origin. Frames in a sandbox do too, with `cross-site`.
  if (origin === 'null') return site === 'same-origin';
  if (origin !== null) return isOwnOrigin(origin);
  return site === 'same-origin' || site === 'none';
}

/** Headers that programs on other sites may read. */
const EXPOSED =
  'ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

/** The headers that let a program on another site read the response, if API_CORS_ORIGINS allows its origin. */
export function corsHeaders(request: Request): Record<string, string> {
  const origins = env().API_CORS_ORIGINS ?? [];
  const origin = request.headers.get('Origin');
  if (origins.length === 0) return {};
  if (origin === null || !origins.includes(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
  };
}

/** Adds the CORS headers to the edge's own errors for calls with a token, such as a 429 with Retry-After. */
export const shareRefusals: Middleware = async (c, next) => {
  await next();
  const { raw } = c.req;
  const { ok, headers } = c.res;
  const hasCors = headers.get('Vary')?.includes('Origin');
  if (!c.env.kind.api || ok || hasCors || !raw.headers.has('Authorization')) return;
  for (const [name, value] of Object.entries(corsHeaders(raw))) headers.append(name, value);
};
