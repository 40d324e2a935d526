import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/env.server.ts';

/** Limits a server's open connections: in total and, without a proxy in front, per address. */
export function limitConnections(server: Server) {
  server.maxConnections = env.MAX_CONNECTIONS;
  // Idle connections make room for new ones; clients retry a dropped connection.
  server.on('drop', () => server.closeIdleConnections());
  server.on('connection', (socket) => {
    // Reset while it waited to be accepted: only its bytes are left, and nobody waits for the answer.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  if (env.TRUST_PROXY > 0 || env.RATE_LIMITS === 'off') return;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > env.MAX_CONNECTIONS_PER_ADDRESS) socket.destroy();
  });
}

/** Requests of one connection that may wait for responses; browsers send one at a time. */
const MAX_PIPELINED = 20;
const unanswered = new WeakMap<Socket, number>();

/** Counts a connection's unanswered requests and destroys the connection when there are too many. */
export function admitPipelined(socket: Socket, res: ServerResponse): boolean {
  // Node's parser still emits requests that it had read when the connection closed.
  if (socket.destroyed) return false;
  const count = (unanswered.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED) {
    socket.destroy();
    return false;
  }
  unanswered.set(socket, count);
  res.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return true;
}
