import type { Socket } from 'node:net';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns } from './address-turns.server.ts';

/** Connections to read per turn of the event loop. Each may have some dozen requests. */
const READ_PER_TURN = 8;
/** Requests to parse per turn of the event loop. */
const PARSED_PER_TURN = 200;

/**
 * Limits the requests that are parsed in one turn of the event loop. Beyond that, connections are read in later turns, in which
 * addresses alternate. Otherwise the requests of thousands of connections would be parsed at once, and become garbage.
 * @param silent connections that may send new requests
 * @returns a function that counts a parsed request
 */
export function createReadQueue(silent: () => Iterable<Socket>) {
  const turns = createAddressTurns(READ_PER_TURN);
  let parsed = 0;

  function readLater(socket: Socket) {
    socket.pause();
    const leave = turns.add(addressBlock(socket.remoteAddress ?? ''), () => {
      socket.off('close', leave);
      socket.resume();
    });
    socket.once('close', leave);
  }

  function noteRequest() {
    parsed += 1;
    if (parsed === 1) {
      setImmediate(() => {
        parsed = 0;
      });
    }
    if (parsed !== PARSED_PER_TURN) return;
    for (const socket of silent()) {
      if (!socket.isPaused()) readLater(socket);
    }
  }
  return { noteRequest, readLater };
}
