import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { env } from '#app/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { classify } from './classify.server.ts';
import { admitPipelined, limitConnections } from './connections.server.ts';
import type { Client, Handler } from './edge.server.ts';
import { readIncoming, uploadBody } from './incoming-body.server.ts';
import { loggablePath } from './paths.server.ts';
import { startInTurn } from './start-queue.server.ts';
import { answerRaw, refuseUnrouted } from './unrouted.server.ts';

const HEADERS_TIMEOUT_MS = 20_000;
/** A body that is no upload has to be here by then, however steadily it drips. */
const BODY_TIMEOUT_MS = 60_000;
/** 500 MB over a slow line; a stalled upload ends by the idle time-out long before. */
const UPLOAD_TIMEOUT_MS = 6 * 3_600_000;
const IDLE_TIMEOUT_MS = 120_000;
/** Longer than the proxies in front usually keep theirs, so that they never meet a closing socket. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The request target as a URL of this site, or null. Absolute targets are legal too (RFC 9112 section 3.2.2). */
function targetOf(req: IncomingMessage): { url: URL; host?: string } | null {
  const target = req.url ?? '';
  if (target.startsWith('/')) {
    const url = URL.parse(env.APP_URL + target);
    return url && { url };
  }
  const absolute = /^https?:/i.test(target) ? URL.parse(target) : null;
  const url = absolute && URL.parse(env.APP_URL + absolute.pathname + absolute.search);
  return url && { url, host: absolute.host };
}

/** Resolves to a 408 once a body that is no upload is late; hono/timeout would limit the answer too. */
const lateBody = (req: IncomingMessage, client: Exchange, timeoutMs: number): Promise<Response> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (req.complete) return;
      resolve(
        refuseUnrouted(
          { status: 408, kind: client.kind, headers: { Connection: 'close' } },
          client.requestId,
        ),
      );
    }, timeoutMs);
    const arrived = () => clearTimeout(timer);
    req.once('end', arrived).once('close', arrived);
  });

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** One line for each request, when its answer is out or its client is gone; never a query, header or body. */
function logAccess(req: IncomingMessage, res: ServerResponse, requestId: string) {
  const started = performance.now();
  const { method, url = '' } = req;
  res.once('close', () => {
    const path = loggablePath(url);
    const line = {
      requestId,
      method,
      path,
      status: res.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(!res.writableFinished && { aborted: true }),
    };
    if (path === '/healthz' || path === '/readyz') log.debug(line, 'request');
    else log.info(line, 'request');
  });
}

const PARSER_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type EarlyRefusal = { status: number; headers?: Record<string, string> };
type Exchange = Client &
  Required<Pick<Client, 'requestId' | 'kind'>> & { refusal?: EarlyRefusal | undefined };

/** TRACE is no method of a Request (https://fetch.spec.whatwg.org/#forbidden-method). */
const refusalOf = ({ method }: IncomingMessage): EarlyRefusal | undefined =>
  method === 'TRACE' ? { status: 405, headers: { Allow: 'GET, HEAD, POST' } } : undefined;

/** What development puts in front: Vite, which passes on what it does not serve itself. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export type HttpServerOptions = { before?: NodeMiddleware | undefined; bodyTimeoutMs?: number };

/**
 * The HTTP server with its limits; not listening yet. `loadHandler` is asked anew for each request, so that
 * development always answers with the code as it is now.
 */
export function createHttpServer(
  loadHandler: () => Promise<Handler> | Handler,
  { before = (_req, _res, next) => next(), bodyTimeoutMs = BODY_TIMEOUT_MS }: HttpServerOptions = {},
): Server {
  const answering = new WeakMap<IncomingMessage, Exchange>();

  async function answer(request: Request, req: IncomingMessage): Promise<Response> {
    const exchange = answering.get(req) as Exchange;
    const { requestId } = exchange;
    try {
      if (exchange.refusal)
        return await refuseUnrouted({ ...exchange.refusal, kind: exchange.kind }, requestId);
      const handler = await loadHandler();
      const response = handler(request, exchange);
      if (!hasBody(req) || exchange.kind.upload) return await response;
      return await Promise.race([response, lateBody(req, exchange, bodyTimeoutMs)]);
    } catch (error) {
      if (!req.destroyed) log.error({ err: error, requestId }, 'answer failed');
      return refuseUnrouted({ status: 500, kind: exchange.kind }, requestId);
    }
  }

  const listen = getRequestListener((request, { incoming }) => answer(request, incoming as IncomingMessage), {
    errorHandler: () => refuseUnrouted({ status: 400 }, newId()),
  });

  function accept(req: IncomingMessage, res: ServerResponse, sendContinue?: () => void) {
    if (!admitPipelined(req.socket, res)) return;
    const requestId = newId();
    logAccess(req, res, requestId);
    const start = () => {
      const target = targetOf(req);
      const url = target?.url ?? new URL(env.APP_URL);
      req.url = url.href;
      answering.set(req, {
        address: req.socket.remoteAddress ?? '',
        requestId,
        host: target?.host,
        kind: classify(url, req.headers['content-type']),
        uploadBody: uploadBody(req),
        readBody: readIncoming(req),
        sendContinue,
        refusal: target ? refusalOf(req) : { status: 400 },
      });
      void listen(req, res);
    };
    startInTurn(req, () => before(req, res, start));
  }

  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
    },
    (req, res) => accept(req, res),
  );
  server.timeout = IDLE_TIMEOUT_MS;
  // Node removes its own error handler from a socket that it hands over (CONNECT) or gives up: a reset would then be uncaught.
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  limitConnections(server);
  // Failures of accept, such as no file descriptor left, pass; there is nothing to do but to go on.
  server.on('error', (error) => log.error({ err: error }, 'could not accept a connection'));
  server.on('checkContinue', (req, res) => accept(req, res, () => res.writeContinue()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else void answerRaw(socket, PARSER_STATUS[error.code ?? ''] ?? 400);
  });
  server.on('connect', (_request, socket) => void answerRaw(socket, 405));
  return server;
}
