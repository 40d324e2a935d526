import { Worker } from 'node:worker_threads';
import type { HashResult, HashTask } from './hash-worker.server.ts';

// Hashing 500 MB takes a core half a second, in pieces that everyone else's requests would wait for: a thread does it.

type Waiting = { resolve: (sha256: string) => void; reject: (error: Error) => void };
/** `Omit` over each member of the union. */
type Asked = HashTask extends infer Task ? (Task extends HashTask ? Omit<Task, 'ticket'> : never) : never;

let thread: { ask: (task: Asked) => Promise<string> } | undefined;
let hashes = 0;

/** The thread is made by the first upload and keeps the process from ending only while it is waited for. */
function startThread() {
  const worker = new Worker(new URL('./hash-worker.server.ts', import.meta.url), { execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let tickets = 0;
  const fail = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', ({ ticket, sha256 }: HashResult) => {
    waiting.get(ticket)?.resolve(sha256);
    waiting.delete(ticket);
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that hashes uploads has ended')));
  worker.unref();
  const started = {
    ask: (task: Asked) =>
      new Promise<string>((resolve, reject) => {
        tickets += 1;
        waiting.set(tickets, { resolve, reject });
        worker.ref();
        worker.postMessage({ ...task, ticket: tickets });
      }),
  };
  return started;
}

/** The SHA-256 of a file, made of its blocks in their order while they are on their way to the disk. */
export function startHash() {
  thread ??= startThread();
  const { ask } = thread;
  hashes += 1;
  const id = hashes;
  return {
    /** Resolves when the block is hashed and may be written over. */
    update: (block: SharedArrayBuffer, bytes: number) => ask({ id, block, bytes }),
    /** @returns hex */
    digest: () => ask({ id, end: 'digest' }),
    /** For a file that comes to nothing. */
    drop: () => void ask({ id, end: 'drop' }).catch(() => undefined),
  };
}
