import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { createHeaders, createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { env } from '#app/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { bodyLimit, isUpload } from './body-limit.server.ts';
import { admitPipelined, limitConnections } from './connections.server.ts';
import { type Handler, refuseUnrouted } from './handler.server.ts';
import { isApiPath, loggablePath } from './paths.server.ts';
import type { ReadBody } from './read-body.server.ts';
import { startInTurn } from './start-queue.server.ts';

const HEADERS_TIMEOUT_MS = 20_000;
/** A body that is no upload has to be here by then, however steadily it drips. */
const BODY_TIMEOUT_MS = 60_000;
/** 500 MB over a slow line; a stalled upload ends by the idle time-out long before. */
const UPLOAD_TIMEOUT_MS = 6 * 3_600_000;
const IDLE_TIMEOUT_MS = 120_000;
/** Longer than the proxies in front usually keep theirs, so that they never meet a closing socket. */
const KEEP_ALIVE_MS = 65_000;
/** How long the rest of a refused body is read and dropped: a reset would lose the answer on its way. */
const LINGER_MS = 30_000;
/** How long the answer to a CONNECT or to malformed bytes has to be taken. */
const RAW_SOCKET_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The request target as an origin-form path, or null. Absolute targets are legal too (RFC 9112 section 3.2.2). */
function pathOf(req: IncomingMessage): string | null {
  const target = req.url ?? '';
  if (target.startsWith('/')) return target;
  const absolute = /^https?:/i.test(target) ? URL.parse(target) : null;
  if (!absolute) return null;
  req.headers.host = absolute.host;
  return absolute.pathname + absolute.search;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Sends an answer; whatever goes wrong after its head is out can only end the connection. */
async function send(req: IncomingMessage, res: ServerResponse, response: Response) {
  if (res.headersSent || res.destroyed) {
    await response.body?.cancel();
    return;
  }
  res.once('finish', () => {
    if (req.complete) return;
    const linger = setTimeout(() => req.socket.destroy(), LINGER_MS);
    req.once('close', () => clearTimeout(linger));
    req.once('end', () => clearTimeout(linger));
    req.resume();
  });
  await sendResponse(res, response);
}

/**
 * The body of an upload, chunk by chunk. The memory of a chunk is given back when the next one is asked for: left to the garbage
 * collector, 500 MB of them make it go through everything that the server holds, over and over.
 */
async function* uploadBody(req: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    yield chunk;
    // A chunk that is a part of something larger shares its memory with others.
    if (chunk.byteLength === chunk.buffer.byteLength) {
      chunk.buffer.transfer(0);
    }
  }
}

/** Reads a body into memory; what follows after `limit` bytes or an abort is dropped. */
const readIncoming =
  (req: IncomingMessage): ReadBody =>
  (limit, signal) =>
    new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let bytes = 0;
      signal.addEventListener('abort', () => {
        chunks = [];
        reject(signal.reason);
      });
      req.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > limit) {
          chunks = [];
          resolve(null);
        } else if (!signal.aborted) chunks.push(chunk);
      });
      req.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      req.once('error', reject);
      req.once('close', () => {
        if (!req.complete) reject(new Error('The client went away.'));
      });
    });

/** A signal that tells when the client is gone before its answer is out. */
function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * A request without its body, which is read past it. An API call has no signal either, which none asks for: the two take
 * longer than all the rest of a short call.
 */
const bodilessRequest = (req: IncomingMessage, signal: AbortSignal | null) =>
  new Request(env.APP_URL + req.url, { method: req.method ?? 'GET', headers: createHeaders(req), signal });

type Exchange = { req: IncomingMessage; res: ServerResponse; requestId: string; bodyTimeoutMs: number };

async function respond({ req, res, requestId, bodyTimeoutMs }: Exchange, handler: Handler) {
  const target = pathOf(req);
  const pathname = target?.replace(/\?.*$/s, '') ?? '/';
  if (!target || req.method === 'TRACE') {
    const refusal = target
      ? { status: 405, pathname, headers: { Allow: 'GET, HEAD, POST' } }
      : { status: 400, pathname };
    return send(req, res, refuseUnrouted(refusal, requestId));
  }
  req.url = target;
  const upload = req.method === 'POST' && isUpload(pathname, req.headers['content-type']);
  if (hasBody(req) && !upload) {
    const late = setTimeout(() => {
      if (req.complete) return;
      void send(req, res, refuseUnrouted({ status: 408, pathname }, requestId)).finally(() =>
        req.socket.destroySoon(),
      );
    }, bodyTimeoutMs);
    const arrived = () => clearTimeout(late);
    req.once('end', arrived).once('close', arrived);
  }
  const call = !upload && isApiPath(pathname);
  let request: Request;
  try {
    if (upload) request = bodilessRequest(req, goneSignal(res));
    else if (call) request = bodilessRequest(req, null);
    else request = createRequest(req, res, { protocol: env.appProtocol, host: env.appHost });
  } catch {
    return send(req, res, refuseUnrouted({ status: 400, pathname }, requestId));
  }
  await send(
    req,
    res,
    await handler(request, {
      address: req.socket.remoteAddress ?? '',
      requestId,
      ...(upload && { uploadBody: uploadBody(req) }),
      ...(call && { readBody: readIncoming(req) }),
    }),
  );
}

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

/**
 * Ends a socket that Node's HTTP server no longer handles, after `bytes`. What the client still sends is read and dropped:
 * unread bytes would turn the close into a reset, which can overtake the answer.
 */
function closeRawSocket(socket: Duplex, bytes?: string) {
  const deadline = setTimeout(() => socket.destroy(), RAW_SOCKET_MS);
  socket.once('close', () => clearTimeout(deadline));
  socket.resume();
  socket.end(bytes);
}

/** Answers bytes that are no HTTP request; the socket has no response object then, so it is written by hand. */
function answerRaw(socket: Duplex, status: number) {
  const requestId = newId();
  log.info({ requestId, status }, 'malformed request');
  if (!socket.writable || ('bytesWritten' in socket && Number(socket.bytesWritten) > 0)) {
    socket.destroy();
    return;
  }
  const { headers } = refuseUnrouted({ status, pathname: '/' }, requestId);
  headers.delete('Content-Type');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  closeRawSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

const PARSER_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

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
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    if (!admitPipelined(req.socket, res)) return;
    const requestId = newId();
    logAccess(req, res, requestId);
    const run = async () => respond({ req, res, requestId, bodyTimeoutMs }, await loadHandler());
    const fail = (error: unknown) => {
      if (!res.destroyed && !req.destroyed) log.error({ err: error, requestId }, 'answer failed');
      if (res.headersSent) res.destroy();
      else void send(req, res, refuseUnrouted({ status: 500, pathname: req.url ?? '/' }, requestId));
    };
    startInTurn(req, () => before(req, res, () => void run().catch(fail)));
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
    },
    listener,
  );
  server.timeout = IDLE_TIMEOUT_MS;
  // Node removes its own error handler from a socket that it hands over (CONNECT) or gives up: a reset would then be uncaught.
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  limitConnections(server);
  // Failures of accept, such as no file descriptor left, pass; there is nothing to do but to go on.
  server.on('error', (error) => log.error({ err: error }, 'could not accept a connection'));
  server.on('checkContinue', (req, res) => {
    const pathname = req.url?.replace(/\?.*$/s, '') ?? '/';
    const length = Number(req.headers['content-length'] ?? 0);
    if (length <= bodyLimit(pathname, req.headers['content-type'])) res.writeContinue();
    listener(req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else answerRaw(socket, PARSER_STATUS[error.code ?? ''] ?? 400);
  });
  server.on('connect', (_request, socket) => answerRaw(socket, 405));
  return server;
}
