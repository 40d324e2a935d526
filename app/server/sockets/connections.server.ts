import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { log } from '#app/shared/log.server.ts';

/** How long nothing may move on a connection before it ends, as long as memory suffices. */
const IDLE_MS = 120_000;
const SWEEP_MS = 1_000;
/** How late a timer may be. */
const LATE_MS = 1_000;

export type UnsentLimits = {
  /** The most bytes of responses that the process may hold for clients that do not read. */
  unsentBytes?: number;
  /** Beyond these bytes, connections on which nothing has moved for so long end. */
  stillMs?: number;
};

type Connection = {
  /** Unsent responses, oldest first. */
  responses: Set<ServerResponse>;
  hasAsked: boolean;
  /** The last time that nothing had moved for `stillMs`, since when, and how much was unsent. */
  still?: { at: number; since: number; unsent: number };
};

const connections = new WeakMap<Duplex, Connection>();
/** Responses whose body is a buffer that all clients share. */
const shared = new WeakSet<ServerResponse>();

/** Connections that were opened so far. */
let opened = 0;
const MOST_TURNS = 50;

/**
 * Resolves in a later turn of the event loop, when the connections that waited are open. libuv accepts one connection in each turn, so
 * that a new client would otherwise wait for as many pages as there are connections before its own.
 */
export async function openWaitingConnections(): Promise<void> {
  for (let turn = 0, before = -1; turn < MOST_TURNS && before !== opened; turn += 1) {
    before = opened;
    await nextTurn();
  }
}

/** The unsent responses of a connection, oldest first. */
export const unsentResponses = (socket: Duplex): ServerResponse[] => [
  ...(connections.get(socket)?.responses ?? []),
];

/** Notes that all clients share the body of a response in memory. */
export const noteSharedBody = (res: ServerResponse | undefined) => void (res && shared.add(res));

function unsentBytesOf({ responses }: Connection): number {
  let sum = 0;
  for (const res of responses) if (!shared.has(res)) sum += res.writableLength;
  return sum;
}

/** Ends the oldest of the connections that stand still, until the process holds few enough bytes. */
function endUnread(open: Map<Socket, Connection>, { unsentBytes, stillMs }: Required<UnsentLimits>) {
  let held = 0;
  for (const connection of open.values()) held += unsentBytesOf(connection);
  if (held <= unsentBytes) return;
  const now = performance.now();
  let ended = 0;
  for (const [socket, connection] of open) {
    if (held <= unsentBytes) break;
    const unsent = unsentBytesOf(connection);
    const { still } = connection;
    if (unsent === 0 || still?.unsent !== unsent || now - still.at > stillMs + LATE_MS) continue;
    socket.destroy();
    held -= unsent;
    ended += 1;
  }
  if (ended > 0) log.warn({ ended, held }, 'ended connections whose clients do not read');
}

/** Keeps a server's open connections, and bounds the bytes that wait for clients that do not read. */
export function createConnections({ unsentBytes = 64 * 1_048_576, stillMs = 10_000 }: UnsentLimits = {}) {
  /** Oldest first. */
  const open = new Map<Socket, Connection>();

  /** Nothing has moved on the socket for `stillMs`, in the sense of Node's socket.setTimeout(). */
  function noteStill(socket: Socket, connection: Connection) {
    const at = performance.now();
    const { still } = connection;
    const since = still && at - still.at < stillMs + LATE_MS ? still.since : at - stillMs;
    connection.still = { at, since, unsent: unsentBytesOf(connection) };
    if (at - since >= IDLE_MS) socket.destroy();
    else socket.setTimeout(stillMs);
  }

  const sweep = setInterval(() => endUnread(open, { unsentBytes, stillMs }), SWEEP_MS).unref();

  return {
    open(socket: Socket) {
      opened += 1;
      const connection: Connection = { responses: new Set(), hasAsked: false };
      connections.set(socket, connection);
      open.set(socket, connection);
      // Until the first request. Node then sets it to the time-outs of responses and of keep-alive in turn.
      socket.setTimeout(IDLE_MS);
      socket.once('close', () => open.delete(socket));
    },

    /** Notes a request. */
    ask(socket: Socket, res: ServerResponse) {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.hasAsked = true;
      connection.responses.add(res);
      res.once('close', () => connection.responses.delete(res));
      res.setTimeout(stillMs, () => noteStill(socket, connection));
    },

    /** Closes connections that have had all their responses. Node's own method cuts off responses that are still being sent. */
    closeIdle() {
      for (const [socket, { hasAsked, responses }] of open) {
        if (hasAsked && responses.size === 0) socket.destroy();
      }
    },

    stop: () => clearInterval(sweep),
  };
}
