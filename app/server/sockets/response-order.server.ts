import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const newestResponse = new WeakMap<Duplex, ServerResponse>();

/** Notes the response to a new request. */
export function noteResponse(res: ServerResponse) {
  newestResponse.set(res.req.socket, res);
}

/** Whether no later request has arrived on the same connection. */
export const isNewest = (res: ServerResponse): boolean => newestResponse.get(res.req.socket) === res;

/** Runs `next` after the responses of a connection are sent. Does not run it if the connection closes first. */
export function afterResponses(socket: Duplex, next: () => void) {
  const newest = newestResponse.get(socket);
  if (newest === undefined || newest.closed) next();
  else newest.once('close', next);
}

/**
 * Runs `next`, which responds to malformed bytes, after the earlier responses. Closes the connection if the bytes belong to a
 * request whose response has started.
 */
export function respondToMalformed(socket: Duplex, next: () => void) {
  const newest = newestResponse.get(socket);
  if (!newest || newest.req.complete) afterResponses(socket, next);
  else if (newest.headersSent) afterResponses(socket, () => socket.end());
  // Node assigns the socket once the earlier responses are sent.
  else if (newest.socket) next();
  else newest.once('socket', next);
}
