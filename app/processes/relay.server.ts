import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { createLocks } from './locks.server.ts';
import { type FromWorker, openEnvelope, type Question, type ToWorker } from './messages.ts';
import { type EndReason, keepWorkerMetrics } from './worker-metrics.server.ts';

const ANSWER_MS = 2_000;

const workers = () =>
  Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [worker] : []));

export const sendTo = (worker: Worker, message: ToWorker) => {
  // A worker may end at any moment. Messages to it are then lost.
  worker.send({ certrace: message }, () => undefined);
};

/** Open questions: which workers have not answered yet, and the answers of the others. */
type Asked = { question: Question; missing: Set<Worker>; answers: Map<Worker, unknown>; done: () => void };

type Settings = {
  onFailure: (message: string) => void;
  endReason: (worker: Worker) => EndReason;
};

/** Questions of workers to all workers. */
function createQuestions(metrics: ReturnType<typeof keepWorkerMetrics>) {
  const asked = new Map<number, Asked>();
  let lastId = 0;

  function ask(asker: Worker, { id, question }: Extract<FromWorker, { kind: 'ask' }>) {
    lastId += 1;
    const own = lastId;
    const missing = new Set(workers());
    const answers = new Map<Worker, unknown>();
    const done = () => {
      clearTimeout(timer);
      if (!asked.delete(own)) return;
      const data = question === 'metrics' ? metrics.all(new Set(answers.keys())) : [...answers.values()];
      sendTo(asker, { kind: 'answers', id, data });
    };
    const timer = setTimeout(done, ANSWER_MS);
    asked.set(own, { question, missing, answers, done });
    for (const worker of missing) sendTo(worker, { kind: 'question', id: own, question });
  }

  function take(worker: Worker, { question, missing, answers, done }: Asked, answer: unknown) {
    if (!missing.delete(worker)) return;
    if (answer !== null) {
      answers.set(worker, answer);
      if (question === 'metrics') metrics.keep(worker, answer);
    }
    if (missing.size === 0) done();
  }

  return {
    ask,
    takeAnswer(worker: Worker, id: number, answer: unknown) {
      const question = asked.get(id);
      if (question) take(worker, question, answer);
    },
    /** Waits for no answer of a worker that ended. */
    end(worker: Worker) {
      for (const question of asked.values()) take(worker, question, null);
    },
  };
}

/** The primary's side: relays notifications and questions between workers, and holds their locks, rate limits and metrics. */
export function startRelay({ onFailure, endReason }: Settings) {
  const locks = createLocks();
  const held = new Map<Worker, Map<number, () => void>>();
  const metrics = keepWorkerMetrics();
  const questions = createQuestions(metrics);
  new RateLimiterClusterMaster();

  async function lock(worker: Worker, id: number, name: string) {
    const release = await locks.acquire(name);
    const own = held.get(worker);
    // The worker died while it waited.
    if (!own) return release();
    own.set(id, release);
    sendTo(worker, { kind: 'locked', id });
  }

  function receive(worker: Worker, message: FromWorker) {
    switch (message.kind) {
      case 'tell':
        for (const other of workers()) {
          if (other !== worker) sendTo(other, { ...message, kind: 'told' });
        }
        return;
      case 'ask':
        return questions.ask(worker, message);
      case 'answer':
        return questions.takeAnswer(worker, message.id, message.data);
      case 'lock':
        return void lock(worker, message.id, message.name);
      case 'unlock': {
        held.get(worker)?.get(message.id)?.();
        held.get(worker)?.delete(message.id);
        return;
      }
      case 'alive':
        return;
      case 'failed':
        return onFailure(message.message);
    }
  }

  cluster.on('online', (worker) => {
    held.set(worker, new Map());
  });
  cluster.on('message', (worker, sent) => {
    const message = openEnvelope<FromWorker>(sent);
    if (message) receive(worker, message);
  });
  cluster.on('exit', (worker) => {
    const released = held.get(worker);
    held.delete(worker);
    for (const release of released?.values() ?? []) release();
    metrics.end(worker, endReason(worker));
    questions.end(worker);
  });
}
