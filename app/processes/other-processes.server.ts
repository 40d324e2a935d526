import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';

/** Messages of a worker to all others. They may be lost: a worker that is just starting misses them. */
export type Topic = 'mail' | 'batch' | 'completion' | 'events' | 'sessions-ended' | 'watched';

/** Questions of a worker to all workers. */
export type Question = 'metrics' | 'proxy-misfit' | 'query-times' | 'route-times' | 'started-at';

export type FromWorker =
  | { kind: 'tell'; topic: Topic; data: unknown }
  | { kind: 'ask'; id: number; question: Question }
  | { kind: 'answer'; id: number; data: unknown }
  | { kind: 'lock'; id: number; name: string }
  | { kind: 'unlock'; id: number }
  | { kind: 'alive' }
  | { kind: 'failed'; message: string };

export type ToWorker =
  | { kind: 'told'; topic: Topic; data: unknown }
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'answers'; id: number; data: unknown[] }
  | { kind: 'locked'; id: number }
  /** Makes this worker run the jobs that one process runs for all: mail, sweeps, backups. */
  | { kind: 'run-jobs' }
  | { kind: 'stop' };

/** Whether a message has our envelope. Messages share their channel with those of Node and libraries. */
const isEnvelope = <Message>(sent: unknown): sent is { certrace: Message } =>
  typeof sent === 'object' && sent !== null && 'certrace' in sent;

/** The message in an envelope. Undefined for other messages. */
export const openEnvelope = <Message>(sent: unknown): Message | undefined =>
  isEnvelope<Message>(sent) ? sent.certrace : undefined;

/** Creates locks by name. Waiting callers get a lock in the order of their requests. */
export function createLocks() {
  /** Waiting callers by lock. A lock that is held has an entry. */
  const queues = new Map<string, (() => void)[]>();

  function pass(name: string) {
    const next = queues.get(name)?.shift();
    if (next) next();
    else queues.delete(name);
  }

  return {
    async acquire(name: string): Promise<() => void> {
      const queue = queues.get(name);
      if (queue) await new Promise<void>((resolve) => queue.push(resolve));
      else queues.set(name, []);
      let held = true;
      return () => {
        if (held) pass(name);
        held = false;
      };
    },
  };
}

// Communication between the processes of one server (docs/decisions/0027-more-than-one-process.md). A single process has nobody
// to notify, answers its own questions and holds its own locks.

/** Whether this process is one of several workers. */
export const isWorker = () => cluster.isWorker;

const listeners = new Map<Topic, (data: unknown) => void>();
const answers = new Map<Question, () => unknown>();
const orders = new Map<'run-jobs' | 'stop', () => void>();
/** Callbacks that wait for the primary's reply, by request number. */
const waiting = new Map<number, (data: unknown) => void>();
let lastId = 0;

export function sendToPrimary(message: FromWorker) {
  // Node ends a worker whose primary is gone.
  if (process.connected) process.send?.({ certrace: message });
}

async function answer(id: number, question: Question) {
  let data: unknown = null;
  try {
    data = await answers.get(question)?.();
  } finally {
    sendToPrimary({ kind: 'answer', id, data });
  }
}

function receive(message: ToWorker) {
  switch (message.kind) {
    case 'told':
      return listeners.get(message.topic)?.(message.data);
    case 'question':
      return void answer(message.id, message.question);
    case 'answers':
    case 'locked': {
      const resolve = waiting.get(message.id);
      waiting.delete(message.id);
      return resolve?.('data' in message ? message.data : null);
    }
    default:
      return orders.get(message.kind)?.();
  }
}

if (cluster.isWorker) {
  process.on('message', (sent) => {
    const message = openEnvelope<ToWorker>(sent);
    if (message) receive(message);
  });
}

const request = (build: (id: number) => FromWorker) =>
  new Promise<unknown>((resolve) => {
    lastId += 1;
    waiting.set(lastId, resolve);
    sendToPrimary(build(lastId));
  });

/** Sets the callback for the primary's order to run the jobs or to stop. */
export function onOrder(order: 'run-jobs' | 'stop', run: () => void) {
  orders.set(order, run);
}

/** Notifies all other workers. They may miss it; see `Topic`. */
export function broadcast(topic: Topic, data: unknown = null) {
  if (isWorker()) sendToPrimary({ kind: 'tell', topic, data });
}

const toBroadcast = new Set<Topic>();
/** Notifies all other workers after the current transaction, once for all calls in it. */
function broadcastLater(topic: Topic) {
  if (!isWorker()) return;
  if (toBroadcast.size === 0) {
    setImmediate(() => {
      for (const each of toBroadcast) broadcast(each);
      toBroadcast.clear();
    });
  }
  toBroadcast.add(topic);
}

/** Sets the callback for notifications from other workers. */
export function onBroadcast(topic: Topic, listener: ((data: unknown) => void) | undefined) {
  if (listener) listeners.set(topic, listener);
  else listeners.delete(topic);
}

/** A task that other code wakes, in whichever process it runs. */
export function createWakeUp(topic: 'mail' | 'batch' | 'completion') {
  let wake: (() => void) | undefined;
  return {
    /** Sets what wakes the task in this process; undefined when it does not run here. */
    on(notify: (() => void) | undefined) {
      // What belongs to the request that wakes it, such as its reader's language, does not belong to the task.
      wake = notify && AsyncLocalStorage.bind(notify);
      onBroadcast(topic, wake);
    },
    wake() {
      if (wake) wake();
      else broadcastLater(topic);
    },
  };
}

/** Sets how this process answers a question. */
export function setAnswer(question: Question, read: () => unknown) {
  answers.set(question, read);
}

/** The answers of all processes, including this one. A process that does not answer within seconds is left out. */
export async function askAll<Answer>(question: Question): Promise<Answer[]> {
  const found = isWorker()
    ? await request((id) => ({ kind: 'ask', id, question }))
    : [await answers.get(question)?.()];
  return found as Answer[];
}

const ownLocks = createLocks();

/** Runs work under a lock, so that it runs only once at a time in all processes. Callers get the lock in order. */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const release = await (isWorker() ? lockAtPrimary(name) : ownLocks.acquire(name));
  try {
    return await work();
  } finally {
    release();
  }
}

async function lockAtPrimary(name: string): Promise<() => void> {
  let held = 0;
  await request((id) => {
    held = id;
    return { kind: 'lock', id, name };
  });
  return () => sendToPrimary({ kind: 'unlock', id: held });
}
