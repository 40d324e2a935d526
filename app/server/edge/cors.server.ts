import { env } from '#app/config/env.server.ts';
import type { Middleware } from './edge.server.ts';

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
