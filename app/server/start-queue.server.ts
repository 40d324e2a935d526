import type { IncomingMessage } from 'node:http';
import { isProbePath } from './paths.server.ts';

/** Requests that are begun in one turn of the event loop: few, so that other sockets are read in between. */
const STARTED_PER_TURN = 8;

type Waiting = { req: IncomingMessage; start: () => void };

const waiting: Waiting[] = [];

function startSome() {
  const due = waiting.splice(0, STARTED_PER_TURN);
  if (waiting.length > 0) setImmediate(startSome);
  for (const { req, start } of due) {
    if (!req.socket.destroyed) start();
  }
}

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
    if (waiting.push({ req, start }) === 1) setImmediate(startSome);
  });
}
