import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { env } from '#app/env.server.ts';
import { uploadTooLarge } from './body-limit.server.ts';
import { clientAddress } from './client-address.server.ts';
import type { Edge, Middleware } from './edge.server.ts';
import { countRequest } from './request-cap.server.ts';
import { comesFromOwnSite, isOwnHost } from './same-site.server.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MAX_URL_LENGTH = 4096;
/** What a page costs of an address's requests: rendering takes several times as long as a call of the API. */
const PAGE_POINTS = 5;

/** Refuses unknown methods, long addresses, and paths that do not decode or hold NUL. */
export const refuseMalformed: Middleware = (c, next) => {
  const { pathname } = c.env.kind;
  if (!METHODS.has(c.req.raw.method)) throw new HTTPException(501);
  if (c.req.url.length - env.APP_URL.length > MAX_URL_LENGTH) throw new HTTPException(414);
  if (pathname.includes('%')) {
    try {
      if (decodeURIComponent(pathname).includes('\0')) throw new HTTPException(400);
    } catch {
      throw new HTTPException(400);
    }
  }
  return next();
};

/** Refuses a host that is not this site's; health checks come under any. */
export const requireOwnHost: Middleware = (c, next) => {
  const host = c.env.host ?? c.req.header('host') ?? env.appHost;
  if (!c.env.kind.probe && !isOwnHost(host)) throw new HTTPException(421);
  return next();
};

/**
 * Refuses what another site's page sends to one of ours. hono/csrf lets a foreign Origin pass when Sec-Fetch-Site is
 * `same-origin`, and looks at form content types only.
 */
export const requireSameSite: Middleware = (c, next) => {
  if (!c.env.kind.api && !comesFromOwnSite(c.req.raw.method, c.req.raw.headers)) throw new HTTPException(403);
  return next();
};

/**
 * Refuses a body that says it is too large, before the client sends it. What doesn't say so is counted where it is read, by
 * who sent it (read-body.server.ts, routes/upload-form.server.ts): hono/body-limit would read it whole before anybody is known.
 */
export const refuseLargeBody: Middleware = (c, next) => {
  const { kind, sendContinue } = c.env;
  if (Number(c.req.header('content-length') ?? 0) > kind.bodyLimit) {
    const message = uploadTooLarge(kind);
    throw new HTTPException(413, message ? { message } : {});
  }
  sendContinue?.();
  return next();
};

/** The client's address, as far as the proxies in front are trusted. */
export const addressOf = (c: Context<Edge>) =>
  clientAddress(c.env.address, c.req.header('x-forwarded-for') ?? null, env.TRUST_PROXY);

/** Refuses an address that sends too many requests; static files and health checks cost no more than the refusal would. */
export const limitRequests: Middleware = async (c, next) => {
  if (!c.env.kind.probe) await countRequest(addressOf(c), c.env.kind.api ? 1 : PAGE_POINTS);
  return next();
};
