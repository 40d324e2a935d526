import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { env } from '#app/config/env.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { cutOff } from './cut-off.server.ts';

/** How many requests of a connection may wait for responses. Browsers send one at a time. */
const MAX_PIPELINED = 20;

/** The connections of an address, oldest first. Those in `waiting` have no complete unanswered request. */
type Peer = { open: Set<Socket>; waiting: Set<Socket> };

const oldest = (sockets: Set<Socket>) => sockets.values().next().value;

/**
 * Limits a server's open connections: in total and, without a proxy in front, per address. Over a limit, a new connection
 * replaces another one, because rejecting it would let silent clients keep everybody else out.
 */
export function createConnectionLimits() {
  const peers = new Map<string, Peer>();
  const peerOf = new WeakMap<Socket, Peer>();
  const unanswered = new WeakMap<Socket, number>();
  let total = 0;

  /**
   * The connection to close: the one that has waited longest, of the address with the most waiting connections. If all requests
   * of an address with more than twice as many connections are in progress, as with slow readers, that address's oldest.
   */
  function findVictim(): Socket | undefined {
    let silent: Peer | undefined;
    let largest: Peer | undefined;
    for (const peer of peers.values()) {
      if (!largest || peer.open.size > largest.open.size) largest = peer;
      if (peer.waiting.size > 0 && (!silent || peer.open.size > silent.open.size)) silent = peer;
    }
    // Behind a proxy, all clients have the proxy's address.
    if (env().TRUST_PROXY === 0 && largest && largest.open.size > 2 * (silent?.open.size ?? 0)) {
      return oldest(largest.open);
    }
    return silent && oldest(silent.waiting);
  }

  function close(socket: Socket | undefined) {
    if (!socket) return;
    forget(socket);
    socket.destroy();
  }

  function forget(socket: Socket) {
    const peer = peerOf.get(socket);
    if (!peer?.open.delete(socket)) return;
    peer.waiting.delete(socket);
    total -= 1;
  }

  /** Connections without an unanswered request. */
  function* silent() {
    for (const { waiting } of peers.values()) yield* waiting;
  }

  return {
    silent,

    /** Closes connections without unanswered requests. Node's own method cuts off responses that are still being sent. */
    closeIdle() {
      for (const socket of silent()) {
        // A paused connection may already have received a request.
        if (unanswered.has(socket) && !socket.isPaused()) socket.destroy();
      }
    },

    /** Counts a new connection, and closes one if there are too many. */
    open(socket: Socket) {
      // The client has reset the connection, so nobody waits for a response.
      if (socket.remoteAddress === undefined) {
        socket.destroy();
        return;
      }
      const address = addressBlock(socket.remoteAddress);
      const peer = peers.get(address) ?? { open: new Set(), waiting: new Set() };
      peers.set(address, peer);
      peerOf.set(socket, peer);
      peer.open.add(socket);
      peer.waiting.add(socket);
      total += 1;
      socket.once('close', () => {
        forget(socket);
        if (peer.open.size === 0) peers.delete(address);
      });
      const limitsAddresses = env().TRUST_PROXY === 0 && env().RATE_LIMITS === 'on';
      if (limitsAddresses && peer.open.size > env().MAX_CONNECTIONS_PER_ADDRESS) close(oldest(peer.waiting));
      if (total > env().MAX_CONNECTIONS) close(findVictim());
    },

    /** Counts a connection's unanswered requests, and closes the connection if there are too many. */
    admit(socket: Socket, res: ServerResponse): boolean {
      // Node's parser still emits requests that it had read before the connection closed.
      if (socket.destroyed) return false;
      const count = (unanswered.get(socket) ?? 0) + 1;
      if (count > MAX_PIPELINED) {
        cutOff(socket);
        return false;
      }
      unanswered.set(socket, count);
      const peer = peerOf.get(socket);
      peer?.waiting.delete(socket);
      res.once('close', () => {
        const left = (unanswered.get(socket) ?? 1) - 1;
        unanswered.set(socket, left);
        if (left === 0 && peer?.open.has(socket)) peer.waiting.add(socket);
      });
      return true;
    },
  };
}
