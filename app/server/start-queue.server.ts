import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#app/env.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns } from './address-turns.server.ts';
import { clientAddress } from './client-address.server.ts';
import { isProbePath } from './paths.server.ts';
import { afterResponses, noteResponse } from './response-order.server.ts';

const STARTED_PER_TURN = 8;

const turns = createAddressTurns(STARTED_PER_TURN);

/** The address whose turn it has to be. Behind a proxy, all sockets have the proxy's. */
const blockOf = ({ socket, headers }: IncomingMessage) =>
  addressBlock(
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), env.TRUST_PROXY),
  );

/**
 * Starts a request once the earlier responses of its connection are sent. Otherwise a client that pipelines requests and reads nothing
 * would have the server hold all responses in memory. By then its socket was read once more, and nothing starts when the client has
 * reset the connection. Otherwise every request of a flood would be answered in full although nobody waits for the answer.
 */
export function startInTurn(req: IncomingMessage, res: ServerResponse, start: () => void) {
  const { socket } = req;
  const probe = isProbePath(req.url?.split('?', 1)[0] ?? '');
  const run = () => {
    if (!socket.destroyed) start();
  };
  const enqueue = () => {
    if (!socket.destroyed) res.once('close', turns.add(blockOf(req), run));
  };
  afterResponses(socket, () => {
    if (probe) run();
    // A callback set here runs before sockets are read again; one that it sets itself runs afterwards.
    else setImmediate(enqueue);
  });
  noteResponse(res);
}
