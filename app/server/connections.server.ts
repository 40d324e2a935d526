import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/env.server.ts';

/** Limits the open connections of a server, in all and, where they come from clients and not from a proxy, per address. */
export function limitConnections(server: Server) {
  server.maxConnections = env.MAX_CONNECTIONS;
  // Idle connections make room for new ones; the one that was dropped is tried again by its client.
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

/** Requests of one connection that may wait for their answers; no browser sends more than one. */
const MAX_PIPELINED = 20;
const unanswered = new WeakMap<Socket, number>();

/** Counts a request of a connection until it is answered; ends a connection that sends too many ahead of their answers. */
export function admitPipelined(socket: Socket, res: ServerResponse): boolean {
  // The parser goes on with what it has read of a connection that is gone.
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
