import { parentPort, workerData } from 'node:worker_threads';
import { watchHealth } from './health.ts';

let over = false;
parentPort?.once('message', () => {
  over = true;
});
parentPort?.postMessage(await watchHealth(workerData, () => over));
