import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns } from './address-turns.server.ts';
import { isProbePath } from './paths.server.ts';

const STARTED_PER_TURN = 8;

const turns = createAddressTurns(STARTED_PER_TURN);
const lastResponse = new WeakMap<Socket, ServerResponse>();

/**
 * Runs `next` once the earlier responses of a connection are sent. Otherwise a client that pipelines requests and reads nothing would
 * have the server hold all responses in memory.
 */
function afterEarlierResponses(socket: Socket, res: ServerResponse, next: () => void) {
  const earlier = lastResponse.get(socket);
  lastResponse.set(socket, res);
  if (earlier === undefined || earlier.closed) next();
  else earlier.once('close', next);
}

/**
 * Starts a request after its socket has been read once more, and not at all when the client has reset the connection by then.
 * Otherwise every request of a flood would be answered in full although nobody waits for the answer.
 */
export function startInTurn(req: IncomingMessage, res: ServerResponse, start: () => void) {
  const { socket } = req;
  const address = addressBlock(socket.remoteAddress ?? '');
  const probe = isProbePath(req.url?.split('?', 1)[0] ?? '');
  const run = () => {
    if (!socket.destroyed) start();
  };
  afterEarlierResponses(socket, res, () => {
    if (probe) run();
    // A callback set here runs before sockets are read again; one that it sets itself runs afterwards.
    else setImmediate(() => turns.add(address, run));
  });
}
