import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns, noteArrival } from './address-turns.server.ts';

/** Connections to read per turn of the event loop. Each may have some dozen requests. */
const READ_PER_TURN = 8;
/** Requests to parse per turn of the event loop. */
const PARSED_PER_TURN = 200;

/**
 * Reads connections in turns by address. Otherwise the requests of thousands of connections would be parsed in one turn of the
 * event loop, and become garbage. A new connection that closes while it waits needs no parser.
 * @param silent connections that may send new requests
 */
export function readInTurns(server: Server, silent: () => Iterable<Socket>) {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const turns = createAddressTurns(READ_PER_TURN);
  let parsed = 0;

  /** Calls `read` when it is the connection's turn. Node's time-outs start then. */
  function wait(socket: Socket, read: () => void) {
    const leave = turns.add(addressBlock(socket.remoteAddress ?? ''), () => {
      stopWaiting();
      read();
    });
    const tooLate = setTimeout(() => socket.destroy(), server.headersTimeout);
    const stopWaiting = () => {
      clearTimeout(tooLate);
      socket.off('close', stopWaiting);
      leave();
    };
    socket.once('close', stopWaiting);
  }

  server.removeAllListeners('connection');
  // Reads nothing until the parser exists. This is an option of net.Server that http.createServer does not accept.
  Object.assign(server, { pauseOnConnect: true });
  server.on('connection', (socket) => {
    noteArrival();
    wait(socket, () => {
      for (const attach of listeners) attach.call(server, socket);
      socket.resume();
    });
  });

  return {
    /**
     * Counts a parsed request. After a few hundred in one turn of the event loop, silent connections are read in later turns.
     */
    noteRequest() {
      parsed += 1;
      if (parsed === 1) {
        setImmediate(() => {
          parsed = 0;
        });
      }
      if (parsed !== PARSED_PER_TURN) return;
      for (const socket of silent()) {
        if (socket.isPaused()) continue;
        socket.pause();
        wait(socket, () => socket.resume());
      }
    },
  };
}
