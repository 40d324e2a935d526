import type { IncomingMessage } from 'node:http';
import { addressBlock } from '#app/accounts/rate-limits.server.ts';
import { isProbePath } from './paths.server.ts';

/** Requests that are begun in one turn of the event loop: few, so that other sockets are read in between. */
const STARTED_PER_TURN = 8;

type Waiting = { req: IncomingMessage; start: () => void };

/** The waiting requests of each address. The address whose turn it is comes first. */
const waiting = new Map<string, Waiting[]>();

/** Takes a request of each address in turn, so that a flood delays only its own address. */
function takeNext(): Waiting | undefined {
  const [address, queue] = waiting.entries().next().value ?? [];
  if (address === undefined) return undefined;
  waiting.delete(address);
  const next = queue?.shift();
  if (queue && queue.length > 0) waiting.set(address, queue);
  return next;
}

function startSome() {
  const due = Array.from({ length: STARTED_PER_TURN }, takeNext).filter((item) => item !== undefined);
  if (waiting.size > 0) setImmediate(startSome);
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
    if (waiting.size === 0) setImmediate(startSome);
    const address = addressBlock(req.socket.remoteAddress ?? '');
    const queue = waiting.get(address);
    if (queue) queue.push({ req, start });
    else waiting.set(address, [{ req, start }]);
  });
}
