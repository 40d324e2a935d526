import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns, noteArrival } from './address-turns.server.ts';

/** Connections that are read in one turn of the event loop. Each may bring some dozen requests. */
const READ_PER_TURN = 8;
/** Requests that are parsed in one turn of the event loop. */
const PARSED_PER_TURN = 200;

/**
 * Has the listeners that `attach` adds run without stack traces when a connection closes. Node makes two errors for each unanswered
 * request then; their traces would take seconds when thousands of connections with pipelined requests are reset at once.
 */
function withoutStackTraces(socket: Socket, attach: () => void) {
  const { stackTraceLimit } = Error;
  socket.on('close', () => {
    Error.stackTraceLimit = 0;
  });
  attach();
  socket.on('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}

/**
 * Reads connections in turns by address. Otherwise all requests of thousands of connections would be parsed in one turn of the event
 * loop, and be garbage to collect. A new connection that is closed while it waits costs no parser.
 * @param silent the connections that may bring new requests
 */
export function readInTurns(server: Server, silent: () => Iterable<Socket>) {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const turns = createAddressTurns(READ_PER_TURN);
  let parsed = 0;

  /** Calls `read` when it is the connection's turn. Node's time-outs don't apply until then. */
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
  // An option of net.Server that http.createServer does not take: nothing is read before the parser is there.
  Object.assign(server, { pauseOnConnect: true });
  server.on('connection', (socket) => {
    noteArrival();
    wait(socket, () => {
      withoutStackTraces(socket, () => {
        for (const attach of listeners) attach.call(server, socket);
      });
      socket.resume();
    });
  });

  return {
    /** Counts a parsed request. After some hundred in one turn of the event loop, the silent connections are read in later ones. */
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
