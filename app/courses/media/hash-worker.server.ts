import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// The thread behind hashing.server.ts.

export type HashTask = { ticket: number; id: number } & (
  | { block: SharedArrayBuffer; bytes: number }
  | { end: 'digest' | 'drop' }
);
export type HashResult = { ticket: number; sha256: string };

const hashes = new Map<number, Hash>();

parentPort?.on('message', (task: HashTask) => {
  const hash = hashes.get(task.id) ?? createHash('sha256');
  let sha256 = '';
  if ('block' in task) {
    hashes.set(task.id, hash.update(new Uint8Array(task.block, 0, task.bytes)));
  } else {
    hashes.delete(task.id);
    if (task.end === 'digest') sha256 = hash.digest('hex');
  }
  parentPort?.postMessage({ ticket: task.ticket, sha256 } satisfies HashResult);
});
