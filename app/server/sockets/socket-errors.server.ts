import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import { env } from '#app/config/env.server.ts';
import type { Edge } from '#app/server/edge/edge.server.ts';
import { type HttpError, toErrorResponse } from '#app/server/edge/http-error.server.ts';
import { rateLimitHeaders } from '#app/server/edge/request-cap.server.ts';
import { securityHeaders } from '#app/server/edge/security-headers.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';
import { log } from '#app/shared/log.server.ts';
import { unsentResponses } from './connections.server.ts';

/** Time for a client to read the response to a CONNECT or to malformed bytes, and the responses before it. */
const RAW_SOCKET_MS = 5_000;

/** How much a client may still send after malformed bytes: the rest of its body. */
const MAX_DROPPED_BYTES = 1_048_576;

const PAGE = { pathname: '/', api: false, upload: false, bodyLimit: 0, needs: {} };

/**
 * Builds an error response with security headers for a request that does not reach the handler.
 * @param address the client's, whose rate limit the headers show
 */
export async function toSecuredErrorResponse(
  error: HttpError,
  requestId = newId(),
  address?: string,
): Promise<Response> {
  const errors = new Hono<Edge>();
  errors.use(securityHeaders());
  errors.all('*', () => toErrorResponse(error));
  const response = await errors.fetch(new Request(env().APP_URL), { address: '', kind: PAGE, requestId });
  const limits = address === undefined ? {} : rateLimitHeaders({ address }, new Map());
  for (const [name, value] of Object.entries(limits)) response.headers.set(name, value);
  return response;
}

/** The peer of a connection. The headers could not be read, so they name no other client. */
const peerOf = (socket: Duplex) =>
  socket instanceof Socket && socket.remoteAddress !== undefined
    ? canonicalAddress(socket.remoteAddress)
    : undefined;

const rejected = new WeakSet<Duplex>();

/** Writes an error response. Node has no response object for bytes that are not a request. */
async function writeRawError(socket: Duplex, status: number) {
  const requestId = newId();
  log.info({ requestId, status }, 'malformed request');
  const { headers } = await toSecuredErrorResponse({ status }, requestId, peerOf(socket));
  headers.delete('Content-Type');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // With unread bytes, closing would reset the connection, and the client might not read the response.
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

/** Drops further input. Node's parser would create an error for each chunk. */
function dropInput(socket: Duplex) {
  let dropped = 0;
  // Node's parser reads the socket directly, not the stream, until there is another listener.
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    dropped += chunk.byteLength;
    if (dropped > MAX_DROPPED_BYTES) socket.destroy();
  });
}

/**
 * Responds to CONNECT or to malformed bytes, and closes the socket. Behind earlier requests, only their responses are sent: an
 * error could be taken for one of them.
 */
export function rejectSocket(socket: Duplex, status: number) {
  // Node reports the error again when the client closes the connection.
  if (rejected.has(socket)) return;
  rejected.add(socket);
  dropInput(socket);
  const deadline = setTimeout(() => socket.destroy(), RAW_SOCKET_MS);
  socket.once('close', () => clearTimeout(deadline));
  const responses = unsentResponses(socket);
  const earlier = responses.findLast(({ req }) => req.complete);
  if (earlier) earlier.once('close', () => socket.end());
  else if (responses.some(({ headersSent }) => headersSent)) socket.destroy();
  else void writeRawError(socket, status);
}
