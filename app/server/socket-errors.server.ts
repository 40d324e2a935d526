import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import { env } from '#app/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { Edge } from './edge.server.ts';
import { type HttpError, toErrorResponse } from './http-error.server.ts';
import { securityHeaders } from './security-headers.server.ts';

/** How long a client may take to read the response to a CONNECT or to malformed bytes. */
const RAW_SOCKET_MS = 2_000;

const PAGE = { pathname: '/', api: false, upload: false, probe: false, bodyLimit: 0 };

/** The response to a request that does not reach the handler, with the headers that the handler adds. */
export async function toSecuredErrorResponse(error: HttpError, requestId = newId()): Promise<Response> {
  const errors = new Hono<Edge>();
  errors.use(securityHeaders());
  errors.all('*', () => toErrorResponse(error));
  return errors.fetch(new Request(env.APP_URL), { address: '', kind: PAGE, requestId });
}

/**
 * Writes `bytes` and closes a socket that Node's HTTP server no longer handles. What the client still sends is read and
 * dropped: unread bytes would turn the close into a reset, which can overtake the response.
 */
function closeRawSocket(socket: Duplex, bytes: string) {
  const deadline = setTimeout(() => socket.destroy(), RAW_SOCKET_MS);
  socket.once('close', () => clearTimeout(deadline));
  socket.resume();
  socket.end(bytes);
}

/** Responds to bytes that are not an HTTP request. Node offers no response object for them, so the bytes are written here. */
export async function writeRawError(socket: Duplex, status: number) {
  const requestId = newId();
  log.info({ requestId, status }, 'malformed request');
  if (!socket.writable || ('bytesWritten' in socket && Number(socket.bytesWritten) > 0)) {
    socket.destroy();
    return;
  }
  const { headers } = await toSecuredErrorResponse({ status }, requestId);
  headers.delete('Content-Type');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  closeRawSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
