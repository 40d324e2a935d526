import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { createAddressTurns, noteArrival } from './address-turns.server.ts';

/** New connections that are read in one turn of the event loop. Each may bring some dozen requests. */
const READ_PER_TURN = 8;

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
 * Attaches Node's HTTP parser to new connections in turns by address. Otherwise all requests of thousands of new connections would be
 * parsed in one turn of the event loop, and be garbage to collect. A connection that is closed while it waits costs no parser.
 */
export function acceptInTurns(server: Server) {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const turns = createAddressTurns(READ_PER_TURN);
  server.removeAllListeners('connection');
  // An option of net.Server that http.createServer does not take: nothing is read before the parser is there.
  Object.assign(server, { pauseOnConnect: true });
  server.on('connection', (socket) => {
    noteArrival();
    const leave = turns.add(addressBlock(socket.remoteAddress ?? ''), () => {
      stopWaiting();
      withoutStackTraces(socket, () => {
        for (const attach of listeners) attach.call(server, socket);
      });
      socket.resume();
    });
    // Node's own time-outs start with its parser.
    const tooLate = setTimeout(() => socket.destroy(), server.headersTimeout);
    const stopWaiting = () => {
      clearTimeout(tooLate);
      socket.off('close', stopWaiting);
      leave();
    };
    socket.once('close', stopWaiting);
  });
}
