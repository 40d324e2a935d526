import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { env } from '#app/config/env.server.ts';
import { textNow } from '#app/shared/reader-texts.ts';
import { collectLimits, measureCost, type UsedLimits } from '#app/shared/request-cost.server.ts';
import { clientAddress } from './client-address.server.ts';
import type { Edge, Middleware, RequestKind } from './edge.server.ts';
import { countCost, countRequest, noteSeen, rateLimitHeaders } from './request-cap.server.ts';
import { comesFromOwnSite, isOwnHost } from './same-site.server.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const Allow = 'GET, HEAD, POST';
const MAX_URL_LENGTH = 4096;
/** A page counts as five requests: rendering one takes several times as long as an API call. */
const PAGE_POINTS = 5;

function pointsOf({ api, needs }: RequestKind): number {
  if (needs.free) return 0;
  return api || needs.server ? 1 : PAGE_POINTS;
}

/**
 * Whether a request has the Host headers that RFC 9112 section 3.2 demands. Node uses the first of several. A proxy in front may have
 * used the last.
 */
function hasValidHosts({ rawHeaders, httpVersion }: IncomingMessage) {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** Rejects unknown methods, targets that are no URLs, missing and repeated Host headers, long URLs, and paths with NUL or invalid encoding. */
export const rejectMalformed: Middleware = (c, next) => {
  const { incoming, hasTarget, kind } = c.env;
  const { pathname } = kind;
  const { method } = c.req.raw;
  if (hasTarget === false || (incoming && !hasValidHosts(incoming))) throw new HTTPException(400);
  if (method === 'TRACE') throw new HTTPException(405, { res: new Response(null, { headers: { Allow } }) });
  if (!METHODS.has(method)) throw new HTTPException(501);
  if (c.req.url.length - env().APP_URL.length > MAX_URL_LENGTH) throw new HTTPException(414);
  if (pathname.includes('%')) {
    try {
      if (decodeURIComponent(pathname).includes('\0')) throw new HTTPException(400);
    } catch {
      throw new HTTPException(400);
    }
  }
  return next();
};

/** Rejects a Host header with another name than this site's. Health checks may use any name. */
export const requireOwnHost: Middleware = (c, next) => {
  const host = c.env.incoming?.headers.host ?? c.req.header('host') ?? env().appHost;
  if (!c.env.kind.needs.probe && !isOwnHost(host)) throw new HTTPException(421);
  return next();
};

/**
 * Rejects cross-site requests to pages. Not hono/csrf, which accepts a foreign Origin when Sec-Fetch-Site is `same-origin`, and
 * only checks form content types.
 */
export const requireSameSite: Middleware = (c, next) => {
  const { api, needs } = c.env.kind;
  if (!api && !needs.server && !needs.anyOrigin && !comesFromOwnSite(c.req.raw.method, c.req.raw.headers))
    throw new HTTPException(403);
  return next();
};

/**
 * Rejects a body whose Content-Length is too large, before the client sends it. Bodies without Content-Length are counted where
 * they are read, with a limit that depends on the caller (read-body.server.ts, routes/upload-form.server.ts). hono/body-limit
 * would read them before the caller is known.
 */
export const limitBody: Middleware = (c, next) => {
  const { kind, incoming, outgoing } = c.env;
  if (Number(c.req.header('content-length') ?? 0) > kind.bodyLimit) {
    throw new HTTPException(413, kind.tooLarge ? { message: textNow(kind.tooLarge) } : {});
  }
  if (incoming?.headers.expect && incoming.httpVersionMinor > 0) outgoing?.writeContinue();
  return next();
};

/** The client's address, as seen by the trusted proxies. */
export const addressOf = (c: Context<Edge>) =>
  clientAddress(c.env.address, c.req.header('x-forwarded-for'), env().TRUST_PROXY);

/** Whether a request may belong to an account. Only a query of the database can confirm it. */
const mayHaveAccount = (headers: Headers) =>
  headers.has('Authorization') || headers.get('Cookie')?.includes('certrace_session=') === true;

/**
 * Limits the requests of an account, or else of an address. Those that may have an account are counted once it is known. Static files
 * are served before this, because they cost no more than a 429.
 */
export const rateLimit: Middleware = (c, next) => {
  const { kind, matched } = c.env;
  if (!kind.needs.probe) {
    matched.points = pointsOf(kind);
    if (!mayHaveAccount(c.req.raw.headers)) countRequest(addressOf(c), matched);
  }
  return next();
};

/**
 * Sends programs the rest of their account's or address's limit, and of the limits of the functions that they
 * called. Browsers send only valid targets.
 */
export const tellRateLimit: Middleware = async (c, next) => {
  const isOfProgram = c.env.kind.api || c.env.hasTarget === false;
  if (!isOfProgram || env().RATE_LIMITS === 'off') return next();
  const used: UsedLimits = new Map();
  await collectLimits(used, next);
  const asker = { address: addressOf(c), account: c.env.matched.account };
  for (const [name, value] of Object.entries(rateLimitHeaders(asker, used))) c.res.headers.set(name, value);
};

/** Larger than most lists. Files that a browser shows or stores are limited otherwise. */
const LARGE_PAGE = 256 * 1024;
const PAGE_OR_JSON = /^(?:text\/html|application\/json)/;
const FILE_STATUS = new Set([200, 206, 416]);
/** A page, or its data for a client navigation. */
const PAGE = /^text\/(?:html|x-script)/;

/**
 * Counts what requests cost beyond their points: large answers of the API, large pages, large JSON, and queries that take long. A file, a
 * part of one or a 304 was counted like a page, and costs one point. The
 * time of queries is that of the processor, whose clock is too coarse for short ones, and at most that of the clock.
 */
export const countAnswer: Middleware = async (c, next) => {
  if (env().RATE_LIMITS === 'off') return next();
  const { clockMs, processorMs, jsonBytes } = await measureCost(next);
  const bytes = Number(c.res.headers.get('Content-Length') ?? 0);
  const isLargePage = bytes > LARGE_PAGE && PAGE_OR_JSON.test(c.res.headers.get('Content-Type') ?? '');
  const counted = c.env.kind.api || isLargePage ? bytes : 0;
  const { kind, matched } = c.env;
  const address = addressOf(c);
  const { account } = matched;
  // Nobody asked for its account.
  const unknown = matched.points ?? 0;
  const { status, headers } = c.res;
  const isFile = status === 304 || (FILE_STATUS.has(status) && !PAGE.test(headers.get('Content-Type') ?? ''));
  const saved = pointsOf(kind) === PAGE_POINTS && isFile ? PAGE_POINTS - 1 : 0;
  countCost(
    { address, account },
    { points: unknown - saved, bytes: counted + jsonBytes, queryMs: Math.min(clockMs, processorMs) },
  );
  if (account !== undefined && status === 200) noteSeen(address, account);
};
