import type { Worker } from 'node:cluster';

type Connection = { close: () => void };

const isConnection = (sent: unknown): sent is Connection =>
  typeof sent === 'object' && sent !== null && 'close' in sent && typeof sent.close === 'function';

/** The worker to which each connection was handed last. */
const handedTo = new WeakMap<Connection, Worker>();

/**
 * Closes the connection that was on its way to a worker when the worker ended, so that its client sees a reset at once. The primary keeps
 * each connection until the worker has accepted it, and Node forgets those that a dead worker did not accept without closing them.
 */
export function closeUnacceptedConnection(worker: Worker) {
  let handed: Connection | undefined;
  // Node hands over each connection with this method, one at a time, and the next one when that one is accepted.
  const send = worker.process.send.bind(worker.process) as (...args: unknown[]) => boolean;
  worker.process.send = (message: unknown, ...rest: unknown[]) => {
    const [first] = rest;
    if (isConnection(first)) {
      handed = first;
      handedTo.set(first, worker);
    }
    return send(message, ...rest);
  };
  worker.once('exit', () => {
    // Closing a connection that was accepted does nothing: the primary has closed it already.
    if (handed && handedTo.get(handed) === worker) handed.close();
  });
}
