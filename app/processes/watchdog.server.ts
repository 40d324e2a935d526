import cluster, { type Worker } from 'node:cluster';
import { sendToPrimary } from './other-processes.server.ts';

const TICK_MS = 1_000;
/** While a worker starts, it may be silent for this many times as long, because loading the program blocks its event loop. */
const START_FACTOR = 4;

/** Reports to the primary, as long as this worker's event loop runs. */
export function startHeartbeat() {
  setInterval(() => sendToPrimary({ kind: 'alive' }), TICK_MS).unref();
}

/**
 * Watches the workers. Counts its own ticks rather than time: while the whole machine is suspended, the primary does not tick either.
 * @param timeoutSeconds how long a worker that listens may be silent
 * @param onHang receives a worker that was silent for longer, and its limit
 */
export function watchWorkers(timeoutSeconds: number, onHang: (worker: Worker, seconds: number) => void) {
  const watched = new Map<Worker, { silentTicks: number; limit: number }>();
  cluster.on('fork', (worker) => {
    // Without an ID, the system did not start it.
    if (worker.process.pid === undefined) return;
    watched.set(worker, { silentTicks: 0, limit: timeoutSeconds * START_FACTOR });
  });
  cluster.on('listening', (worker) => watched.set(worker, { silentTicks: 0, limit: timeoutSeconds }));
  cluster.on('exit', (worker) => watched.delete(worker));
  cluster.on('message', (worker) => {
    const state = watched.get(worker);
    if (state) state.silentTicks = 0;
  });
  setInterval(() => {
    for (const state of watched.values()) state.silentTicks += 1;
    const [longest] = [...watched]
      .map(([worker, { silentTicks, limit }]) => ({ worker, limit, overdue: silentTicks - limit }))
      .sort((a, b) => b.overdue - a.overdue);
    if (!longest || longest.overdue <= 0) return;
    // The others get the full time again, so that a stalled machine does not cost all workers.
    for (const state of watched.values()) state.silentTicks = 0;
    watched.delete(longest.worker);
    onHang(longest.worker, longest.limit);
  }, TICK_MS).unref();
}
