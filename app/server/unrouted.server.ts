import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import { env } from '#app/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { Edge } from './edge.server.ts';
import { type Refusal, refuse } from './refusal.server.ts';
import { securityHeaders } from './security-headers.server.ts';

/** How long the answer to a CONNECT or to malformed bytes has to be taken. */
const RAW_SOCKET_MS = 2_000;

const PAGE = { pathname: '/', api: false, upload: false, probe: false, bodyLimit: 0 };

/** An answer to what never reaches the handler: a target, method or message that HTTP does not allow, or a body that is late. */
export async function refuseUnrouted(
  { kind = PAGE, ...refusal }: Omit<Refusal, 'kind'> & Partial<Pick<Refusal, 'kind'>>,
  requestId: string,
): Promise<Response> {
  const refusals = new Hono<Edge>();
  refusals.use(securityHeaders());
  refusals.all('*', () => refuse({ kind, ...refusal }));
  return refusals.fetch(new Request(env.APP_URL), { address: '', kind: { ...PAGE, ...kind }, requestId });
}

/**
 * Ends a socket that Node's HTTP server no longer handles, after `bytes`. What the client still sends is read and dropped:
 * unread bytes would turn the close into a reset, which can overtake the answer.
 */
function closeRawSocket(socket: Duplex, bytes: string) {
  const deadline = setTimeout(() => socket.destroy(), RAW_SOCKET_MS);
  socket.once('close', () => clearTimeout(deadline));
  socket.resume();
  socket.end(bytes);
}

/** Answers bytes that are no HTTP request; the socket has no response object then, so it is written by hand. */
export async function answerRaw(socket: Duplex, status: number) {
  const requestId = newId();
  log.info({ requestId, status }, 'malformed request');
  if (!socket.writable || ('bytesWritten' in socket && Number(socket.bytesWritten) > 0)) {
    socket.destroy();
    return;
  }
  const { headers } = await refuseUnrouted({ status }, requestId);
  headers.delete('Content-Type');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  closeRawSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
