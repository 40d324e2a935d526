import cluster, { type Worker } from 'node:cluster';
import { sendToPrimary } from './other-processes.server.ts';

const TICK_MS = 1_000;

/** Reports to the primary, as long as this worker's event loop runs. */
export function startHeartbeat() {
  setInterval(() => sendToPrimary({ kind: 'alive' }), TICK_MS).unref();
}

/**
 * Watches the workers that listen. Counts its own ticks rather than time: while the whole machine is suspended, the primary does not
 * tick either.
 * @param timeoutSeconds how long a worker may be silent
 * @param onHang receives a worker that was silent for longer
 */
export function watchWorkers(timeoutSeconds: number, onHang: (worker: Worker) => void) {
  const silentTicks = new Map<Worker, number>();
  cluster.on('listening', (worker) => silentTicks.set(worker, 0));
  cluster.on('exit', (worker) => silentTicks.delete(worker));
  cluster.on('message', (worker) => {
    if (silentTicks.has(worker)) silentTicks.set(worker, 0);
  });
  setInterval(() => {
    for (const [worker, ticks] of silentTicks) silentTicks.set(worker, ticks + 1);
    const [longest] = [...silentTicks].sort(([, a], [, b]) => b - a);
    if (!longest || longest[1] <= timeoutSeconds) return;
    // The others get the full time again. If the machine holds all of them up, they are killed one by one, not at once.
    for (const worker of silentTicks.keys()) silentTicks.set(worker, 0);
    silentTicks.delete(longest[0]);
    onHang(longest[0]);
  }, TICK_MS).unref();
}
