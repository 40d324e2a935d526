import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#app/config/env.server.ts';
import type { RequestKind } from '#app/server/edge/classify.server.ts';
import { clientAddress } from '#app/server/edge/client-address.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns } from './address-turns.server.ts';
import { afterResponses, noteResponse } from './response-order.server.ts';
import { whenRead } from './unread-responses.server.ts';

const STARTED_PER_TURN = 4;
/** A turn that takes longer delays the reading of all other connections. */
const LONG_TURN_MS = 20;

const turns = createAddressTurns(STARTED_PER_TURN, LONG_TURN_MS);

/** The address to queue under. Behind a proxy, all sockets have the proxy's address. */
const blockOf = ({ socket, headers }: IncomingMessage) =>
  addressBlock(
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), env().TRUST_PROXY),
  );

/**
 * Starts a request after the earlier responses of its connection are sent. Otherwise a client that pipelines requests without
 * reading would make the server hold all responses in memory. The socket has then been read once more, so a request whose
 * client has reset the connection does not start. Otherwise each request of a flood would be answered for nobody.
 */
export function startInTurn(
  req: IncomingMessage,
  res: ServerResponse,
  { needs: { probe } }: RequestKind,
  start: () => void,
) {
  const { socket } = req;
  const run = () => {
    if (!socket.destroyed) start();
  };
  const enqueue = () => {
    if (socket.destroyed) return;
    const block = blockOf(req);
    res.once(
      'close',
      turns.add(block, () => whenRead(block, res, run)),
    );
  };
  afterResponses(socket, () => {
    if (probe) run();
    // This callback runs before sockets are read again, and the one that it schedules runs afterwards.
    else setImmediate(enqueue);
  });
  noteResponse(res);
}
