import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

type Target = { port: number; pid: number };

/** Makes a health check on a new connection and returns its duration in milliseconds. */
export const healthCheck = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now();
    get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`/healthz responded ${response.statusCode}`)),
      );
    }).once('error', reject);
  });

/** Milliseconds of processor time that the server's event loop has used (Linux). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Checks the health repeatedly until `isOver` returns true, as `slowestCheckUntil` does. */
export async function watchHealth({ port, pid }: Target, isOver: () => boolean): Promise<number> {
  let slowest = 0;
  while (!isOver()) {
    const before = processorTime(pid);
    const took = await healthCheck(port);
    slowest = Math.max(slowest, Math.min(took, processorTime(pid) - before));
    await delay(20);
  }
  return slowest;
}

/**
 * Checks the health repeatedly until `isOver` returns true. The time of a check is at most what the server's event loop
 * computed during it, so that other load on the machine does not count. The checks run in a thread, because a test that sends
 * much would measure itself.
 * @returns the longest check in milliseconds
 */
export async function slowestCheckUntil({ port, pid }: Target, isOver: () => boolean): Promise<number> {
  const watch = new Worker(new URL('health-watch.ts', import.meta.url), {
    workerData: { port, pid },
    execArgv: [],
  });
  const slowest = once(watch, 'message');
  while (!isOver()) await delay(20);
  watch.postMessage('over');
  const [milliseconds] = await slowest;
  return milliseconds;
}
