import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { env } from '#app/env.server.ts';
import { fewRandomBytes, newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { bodyLimit, uploadTooLarge } from './body-limit.server.ts';
import { clientAddress } from './client-address.server.ts';
import { compress } from './compress.server.ts';
import { actorContext, type RequestInfo, requestContext } from './context.server.ts';
import { sessionToken } from './cookies.server.ts';
import { toErrorParts } from './error-response.server.ts';
import { hasFlash } from './flash.server.ts';
import { setActor } from './identify.server.ts';
import { cachedPath, createPageCache } from './page-cache.server.ts';
import { isApiPath, loggablePath } from './paths.server.ts';
import { type Refusal, refuse } from './refusal.server.ts';
import { inRenderQueue } from './render-queue.server.ts';
import { capRequests } from './request-cap.server.ts';
import { comesFromOwnSite, isOwnHost } from './same-site.server.ts';
import { addSecurityHeaders } from './security-headers.server.ts';
import { staticFiles } from './static-files.server.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const MAX_URL_LENGTH = 4096;
/** What a page costs of an address's requests: rendering takes several times as long as a call of the API. */
const PAGE_POINTS = 5;
/** What a load balancer asks, under whatever name it knows this machine by. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Who asks: the socket's address, the id under which the server logs the request, and its body, where it is not in the request. */
export type Client = {
  address: string;
  requestId?: string;
} & Pick<RequestInfo, 'uploadBody' | 'readBody'>;
export type Handler = (request: Request, client: Client) => Promise<Response>;

type ApiCall = (args: {
  request: Request;
  params: Record<string, string>;
  context: RouterContextProvider;
}) => Promise<Response> | Response;

/** What the built entry offers besides React Router's own (app/entry.server.tsx). */
type BuiltEntry = {
  callAt?: (pathname: string) => { dispatch: ApiCall; params: Record<string, string> } | undefined;
};

export type HandlerOptions = {
  /** Folder of the built site's static files; without it none are served. */
  staticFolder?: string;
  /** Development serves pages whose scripts carry no nonce, so they go without the content policy. */
  development?: boolean;
};

const newNonce = () => fewRandomBytes(18).toString('base64');

/** The status with which a request is refused before it is routed, or null. */
function refusalStatus(request: Request, url: URL): number | null {
  if (!METHODS.has(request.method)) return 501;
  if (url.pathname.length + url.search.length > MAX_URL_LENGTH) return 414;
  try {
    if (url.pathname.includes('%') && decodeURIComponent(url.pathname).includes('\0')) return 400;
  } catch {
    return 400;
  }
  const host = request.headers.get('host') ?? url.host;
  if (!PROBES.has(url.pathname) && !isOwnHost(host)) return 421;
  if (!isApiPath(url.pathname) && !comesFromOwnSite(request.method, request.headers)) return 403;
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > bodyLimit(url.pathname, request.headers.get('content-type'))) return 413;
  return null;
}

/** An error under /api that did not come out as JSON (no route, no such method, a crash) becomes JSON. */
function asApiError(response: Response, pathname: string): Response {
  const json = response.headers.get('Content-Type')?.startsWith('application/json');
  if (response.status < 400 || json || !isApiPath(pathname)) return response;
  void response.body?.cancel();
  const allow = response.headers.get('Allow');
  return refuse({ status: response.status, pathname, headers: allow ? { Allow: allow } : {} });
}

/**
 * How long a page or its data may be kept: not at all when somebody is logged in, by cookie or token, so that nobody finds
 * it in the browser's history after a logout. The exception is what a browser fetches ahead of a click.
 */
function pageCaching(request: Request): string {
  if (request.headers.has('authorization')) return 'private, no-store';
  if (sessionToken(request) === null) return 'no-cache';
  const ahead = /\bprefetch\b/.test(request.headers.get('sec-purpose') ?? '');
  return ahead ? 'private, max-age=5' : 'private, no-store';
}

/** Lets go of a body that nobody read, so that the socket is free for the next request. */
function release(request: Request) {
  if (request.body && !request.body.locked) void request.body.cancel().catch(() => undefined);
}

/** The answer itself, or, where its headers are immutable (`Response.redirect`, a fetched answer), a copy. */
function mutable(response: Response): Response {
  try {
    response.headers.delete('X-Request-Id');
    return response;
  } catch {
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers: new Headers(response.headers) });
  }
}

const isSafe = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** What the routes know of a request. */
function newContext(request: Request, client: Client & { requestId: string }, nonce: string) {
  const context = new RouterContextProvider();
  let ownLog: RequestInfo['log'] | undefined;
  context.set(requestContext, {
    id: client.requestId,
    address: client.address,
    userAgent: request.headers.get('user-agent'),
    nonce,
    uploadBody: client.uploadBody,
    readBody: client.readBody,
    get log() {
      ownLog ??= log.child({ requestId: client.requestId });
      return ownLog;
    },
  });
  return context;
}

/** Whether nobody is logged in, whatever the request claims. */
function isVisitor(request: Request, context: RouterContextProvider): boolean {
  if (sessionToken(request) === null && !request.headers.has('authorization')) return true;
  setActor(request, context);
  return context.get(actorContext).kind === 'visitor';
}

/** Gives an answer the headers that all of them carry. */
function seal(answer: Response, nonce: string, requestId: string, pagePolicy = true) {
  const response = mutable(answer);
  addSecurityHeaders(response.headers, nonce, { pagePolicy });
  response.headers.set('X-Request-Id', requestId);
  return response;
}

/** An answer to what never became a Request: a target, method or message that HTTP does not allow. */
export const refuseUnrouted = (refusal: Refusal, requestId: string) =>
  seal(refuse(refusal), newNonce(), requestId);

/**
 * The whole edge as one function, Request in, Response out: checks, static files, the built routes, body
 * caps, compression and headers. The server and the tests call the same one.
 */
export function createHandler(build: ServerBuild, options: HandlerOptions = {}): Handler {
  const route = createRequestHandler(build, options.development ? 'development' : 'production');
  const { callAt = () => undefined } = build.entry.module as BuiltEntry;
  const serveStatic = options.staticFolder ? staticFiles(options.staticFolder) : () => null;
  const stylesheets = build.assets.routes.root?.css ?? [];
  const cachedPage = createPageCache(
    (request, nonce) => route(request, newContext(request, { address: '', requestId: newId() }, nonce)),
    newNonce,
  );

  async function answer(request: Request, url: URL, client: Client & { requestId: string }, nonce: string) {
    const { pathname } = url;
    const status = refusalStatus(request, url);
    if (status) {
      const message =
        status === 413 ? uploadTooLarge(pathname, request.headers.get('content-type')) : undefined;
      return refuse({ status, pathname, stylesheets, message });
    }
    const file = serveStatic(request, pathname);
    if (file) return file;
    if (options.staticFolder && pathname.startsWith('/assets/')) {
      return refuse({ status: 404, pathname, stylesheets });
    }
    // React Router compares Origin with the request's URL by itself, and knows no loopback aliases.
    if (!isApiPath(pathname) && request.headers.has('origin')) request.headers.set('origin', url.origin);
    const address = clientAddress(client.address, request.headers.get('x-forwarded-for'), env.TRUST_PROXY);
    const isApi = isApiPath(pathname);
    const isProbe = PROBES.has(pathname);
    if (!isProbe) await capRequests(address, isApi ? 1 : PAGE_POINTS);
    const context = newContext(request, { ...client, address }, nonce);
    const call = isApi ? callAt(pathname) : undefined;
    if (call) setActor(request, context, true);
    const routed = () => {
      const cached = cachedPath(pathname);
      const isCached = cached && isSafe(request) && !hasFlash(request) && isVisitor(request, context);
      return isCached ? cachedPage(cached, request, nonce) : route(request, context);
    };
    const isPage = !isApi && !isProbe;
    const answered = call
      ? call.dispatch({ request, params: call.params, context })
      : isPage
        ? inRenderQueue(request, routed)
        : routed();
    const response = asApiError(mutable(await answered), pathname);
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', pageCaching(request));
    }
    return response;
  }

  return async function handle(request, { requestId = newId(), ...client }) {
    const nonce = newNonce();
    const url = new URL(request.url);
    let response: Response;
    try {
      response = await answer(request, url, { ...client, requestId }, nonce);
      response = await compress(response, request.headers.get('accept-encoding'));
    } catch (error) {
      const expected = toErrorParts(error);
      if (!expected && !request.signal.aborted) {
        log.error({ err: error, requestId, path: loggablePath(url.pathname) }, 'unexpected error');
      }
      const { pathname } = url;
      response = expected
        ? refuse({
            status: expected.status,
            pathname,
            stylesheets,
            message: expected.message,
            // Whoever sends too many requests has more on their way: they go with the connection.
            headers: { ...expected.headers, Connection: 'close' },
          })
        : refuse({ status: 500, pathname, stylesheets });
    }
    release(request);
    if (request.method === 'HEAD' && response.body) {
      void response.body.cancel();
      response = new Response(null, response);
    }
    return seal(response, nonce, requestId, !options.development);
  };
}
