import type { IncomingMessage } from 'node:http';
import { addressBlock } from '#app/accounts/rate-limits.server.ts';
import { createAddressTurns } from './address-turns.server.ts';
import { isProbePath } from './paths.server.ts';

const STARTED_PER_TURN = 8;

const turns = createAddressTurns(STARTED_PER_TURN);

/** How many requests of an address wait to be started. */
export const waitingRequests = turns.waitingOf;

/**
 * Starts a request after its socket has been read once more, and not at all when the client has reset the connection by then.
 * Otherwise every request of a flood would be answered in full although nobody waits for the answer.
 */
export function startInTurn(req: IncomingMessage, start: () => void) {
  if (isProbePath(req.url?.split('?', 1)[0] ?? '')) {
    start();
    return;
  }
  // A callback set here runs before sockets are read again; one that it sets itself runs afterwards.
  setImmediate(() => {
    turns.add(addressBlock(req.socket.remoteAddress ?? ''), () => {
      if (!req.socket.destroyed) start();
    });
  });
}
