import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { env } from '#app/config/env.server.ts';
import { clientAddress, noteForwarding } from '#app/server/edge/client-address.server.ts';
import { classify, type Handler, type RequestDetails, traceRequest } from '#app/server/edge/edge.server.ts';
import { loggablePath } from '#app/server/edge/route-needs.server.ts';
import { NO_ROUTE, recordRequest } from '#app/server/pages/request-metrics.server.ts';
import { createConnections, type UnsentLimits } from '#app/server/sockets/connections.server.ts';
import { hasBody, receiveBody, withBody } from '#app/server/sockets/incoming-body.server.ts';
import { rejectSocket, toSecuredErrorResponse } from '#app/server/sockets/socket-errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log, withRequestId } from '#app/shared/log.server.ts';

const HEADERS_TIMEOUT_MS = 20_000;
/**
 * Time limit for bodies other than uploads, and for the rest of any body after its response, however slowly they arrive. Also how far
 * an upload may fall behind the minimum speed.
 */
const BODY_TIMEOUT_MS = 60_000;
/** Enough for 500 MB on a slow connection. A stalled upload ends much earlier. */
const UPLOAD_TIMEOUT_MS = 6 * 3_600_000;
/** Longer than proxies usually keep idle connections, so that they never use one that is closing. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** As many as nginx sends on a connection. */
const MAX_REQUESTS_PER_SOCKET = 1_000;
const DROPS_LOGGED_EVERY_MS = 60_000;

/** The request target as a URL of this site, or null. An absolute target has its own host (RFC 9112 section 3.2.2). */
function targetOf(req: IncomingMessage): { url: URL; host?: string } | null {
  const target = req.url ?? '';
  if (target.startsWith('/')) {
    const url = URL.parse(env().APP_URL + target);
    return url && { url };
  }
  const absolute = /^https?:/i.test(target) ? URL.parse(target) : null;
  const url = absolute && URL.parse(env().APP_URL + absolute.pathname + absolute.search);
  return url && { url, host: absolute.host };
}

/** The client's address. */
const clientOf = ({ socket, headers }: IncomingMessage) =>
  clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), env().TRUST_PROXY);

/** Resolves to a 408 if the body is not complete in time. hono/timeout would limit the response too. */
const lateBody = (
  req: IncomingMessage,
  { kind, requestId }: RequestDetails,
  timeoutMs: number,
): Promise<Response> =>
  new Promise((resolve) => {
    const error = { status: 408, kind, headers: { Connection: 'close' } };
    const timer = setTimeout(() => {
      if (!req.complete) resolve(toSecuredErrorResponse(error, requestId, clientOf(req)));
    }, timeoutMs);
    const arrived = () => clearTimeout(timer);
    req.once('end', arrived).once('close', arrived);
  });

/** Whether a Request may have a body. One of a GET or HEAD is dropped. */
const mayHaveBody = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

type Known = Required<Pick<RequestDetails, 'requestId' | 'matched' | 'kind' | 'hasTarget'>>;

/** Whether a request lacked rights. A 404 for an account counts, because it hides objects of others. */
const isRefused = (status: number, { matched: { userId } }: Known) =>
  status === 401 || status === 403 || (status === 404 && userId !== undefined);

/** Measures a request and logs one line when it is answered or aborted, without its query, headers and body. */
function recordAccess(req: IncomingMessage, res: ServerResponse, known: Known) {
  const { requestId, matched, kind } = known;
  const started = performance.now();
  const { method, url = '' } = req;
  // A closed socket has no address any more.
  const address = clientOf(req);
  res.once('close', () => {
    const ms = performance.now() - started;
    const { writableFinished: finished, statusCode } = res;
    recordRequest({
      route: matched.route,
      method,
      status: finished ? statusCode : 'aborted',
      seconds: ms / 1000,
    });
    const level = kind.needs.probe ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const line = {
      requestId,
      method,
      path: loggablePath(url),
      status: statusCode,
      ms: Math.round(ms * 10) / 10,
      ...(matched.userId && { userId: matched.userId }),
      address,
      ...(isRefused(statusCode, known) && { security: 'access refused' }),
      ...(!finished && { aborted: true }),
    };
    log[level](line, 'request');
  });
}

const PARSER_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Vite's middleware in development. It calls `next` for requests that it does not serve. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export type HttpServerOptions = UnsentLimits & {
  before?: NodeMiddleware | undefined;
  bodyTimeoutMs?: number;
};

/** Accepts no more connections. The method of HTTP servers would also cut off responses that are still being sent. */
export const stopListening = (server: Server) => void NetServer.prototype.close.call(server);

/** Counts connections beyond MAX_CONNECTIONS, which Node closes, for the log. */
function onDrop(server: Server) {
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    dropped += 1;
    if (performance.now() - loggedAt < DROPS_LOGGED_EVERY_MS) return;
    log.warn({ dropped, limit: server.maxConnections }, 'closed new connections, because too many are open');
    loggedAt = performance.now();
    dropped = 0;
  });
}

function onConnection(server: Server, open: (socket: Socket) => void) {
  // Node removes its error handler from sockets that it hands over (CONNECT) or abandons. A reset would then be uncaught.
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  server.on('connection', open);
  onDrop(server);
  // Failures to accept, such as too few file descriptors, are temporary.
  server.on('error', (error) => log.error({ err: error }, 'could not accept a connection'));
}

/** Rejects requests that the parser cannot read, and tunnels. */
function onInvalidRequest(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else rejectSocket(socket, PARSER_STATUS[error.code ?? ''] ?? 400);
  });
  server.on('connect', (_request, socket) => rejectSocket(socket, 405));
}

/** A server with Node's limits, which does not listen yet. */
function openServer(accept: RequestListener, open: (socket: Socket) => void): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      // Node would respond without the headers of this site.
      requireHostHeader: false,
    },
    accept,
  );
  server.maxConnections = env().MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  onConnection(server, open);
  server.on('checkContinue', accept);
  // A server may ignore other expectations (RFC 9110 section 10.1.1).
  server.on('checkExpectation', accept);
  onInvalidRequest(server);
  return server;
}

type Answering = RequestDetails & HttpBindings & { bodyTimeoutMs: number };

function answer(request: Request, { bodyTimeoutMs, ...details }: Answering, handler: Handler) {
  const { incoming } = details;
  if (!hasBody(incoming)) return traceRequest(details, () => handler(request, details));
  // API calls and uploads read the body without a web stream.
  const readable = details.kind?.api || !mayHaveBody(request) ? request : withBody(request, incoming);
  const response = traceRequest(details, () => handler(readable, details));
  if (details.kind?.upload || incoming.complete) return response;
  return Promise.race([response, lateBody(incoming, details, bodyTimeoutMs)]);
}

/**
 * Creates the HTTP server with its limits, without listening. `closeIdle` closes connections without requests. `loadHandler` runs for
 * each request, so that development serves the current code.
 */
export function createHttpServer(
  loadHandler: () => Promise<Handler> | Handler,
  {
    before = (_req, _res, next) => next(),
    bodyTimeoutMs = BODY_TIMEOUT_MS,
    ...limits
  }: HttpServerOptions = {},
): { server: Server; closeIdle: () => void } {
  const known = new WeakMap<IncomingMessage, Known>();
  const connections = createConnections(limits);

  async function respond(request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
    const address = incoming.socket.remoteAddress ?? '';
    const details = { address, incoming, outgoing, ...known.get(incoming) };
    const handler = await loadHandler();
    const { requestId = newId() } = details;
    return withRequestId(requestId, () => answer(request, { ...details, bodyTimeoutMs }, handler));
  }

  const listen = getRequestListener((request, env) => {
    const bindings = env as HttpBindings;
    return respond(request, bindings).catch((error: unknown) => {
      const { incoming } = bindings;
      const { requestId, kind } = known.get(incoming) ?? {};
      log.error({ err: error, requestId }, 'request failed');
      return toSecuredErrorResponse({ status: 500, kind }, requestId, clientOf(incoming));
    });
  });

  function accept(req: IncomingMessage, res: ServerResponse) {
    // Node's parser still emits requests that it had read before the connection closed.
    if (req.socket.destroyed) return;
    connections.ask(req.socket, res);
    const target = targetOf(req);
    const about = {
      requestId: newId(),
      matched: { route: NO_ROUTE },
      kind: classify(target?.url ?? new URL(env().APP_URL), req.headers['content-type']),
      hasTarget: target !== null,
    };
    known.set(req, about);
    if (!about.kind.needs.probe) noteForwarding(req.headers['x-forwarded-for']?.toString());
    recordAccess(req, res, about);
    if (hasBody(req)) receiveBody(req, res, bodyTimeoutMs);
    const start = () => {
      req.url = target?.url.href ?? env().APP_URL;
      if (target?.host) req.headers.host = target.host;
      void listen(req, res);
    };
    before(req, res, start);
  }

  const server = openServer(accept, connections.open);
  server.once('close', connections.stop);
  return { server, closeIdle: connections.closeIdle };
}
