import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import {
  createLocks,
  type FromWorker,
  openEnvelope,
  type Question,
  type ToWorker,
} from './other-processes.server.ts';

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

/** A metric with its samples, as `Registry.getMetricsAsJSON` returns it. */
type Metric = {
  name: string;
  help: string;
  type: string;
  aggregator: string;
  values: { value: number; labels: Record<string, string>; metricName?: string }[];
};

type EndReason = 'ended' | 'hung';

const isCumulative = ({ type }: Metric) => type === 'counter' || type === 'histogram';

const hasValues = (metric: object): metric is Metric => 'values' in metric;

const sum = (metrics: Metric[][]): Metric[] =>
  AggregatorRegistry.aggregate(metrics)
    .getMetricsAsArray()
    .flatMap((metric: object) => (hasValues(metric) ? [metric] : []))
    .map(({ name, help, type, aggregator, values }) => ({ name, help, type, aggregator, values }));

/**
 * The primary's store of its workers' metrics: the last answer of each, and the counters of those that ended.
 * Otherwise a sum would fall when a worker ends or is too busy to answer, and Prometheus would count the rest
 * a second time.
 */
export function keepWorkerMetrics() {
  const last = new Map<Worker, Metric[]>();
  let ofEnded: Metric[] = [];
  const ends: Record<EndReason, number> = { ended: 0, hung: 0 };

  return {
    keep(worker: Worker, answer: unknown) {
      if (Array.isArray(answer)) last.set(worker, answer);
    },
    end(worker: Worker, reason: EndReason) {
      ends[reason] += 1;
      ofEnded = sum([ofEnded, last.get(worker)?.filter(isCumulative) ?? []]);
      last.delete(worker);
    },
    /** The metrics to be added up. @param answered the workers whose answers are new */
    all(answered: Set<Worker>): Metric[][] {
      const isNew = ([worker]: [Worker, Metric[]]) => answered.has(worker);
      const kept = [...last];
      // What each process reads of the site is taken from the first answer that has it.
      const old = kept.filter((entry) => !isNew(entry)).map(([, metrics]) => metrics);
      return [
        ...kept.filter(isNew).map(([, metrics]) => metrics),
        ...old.map((metrics) => metrics.filter(({ aggregator }) => aggregator !== 'first')),
        ofEnded,
        [
          {
            name: 'certrace_workers_ended',
            help: 'Workers that ended by themselves or were killed because they hung, and were replaced.',
            type: 'counter',
            aggregator: 'sum',
            values: Object.entries(ends).map(([reason, value]) => ({ value, labels: { reason } })),
          },
        ],
      ];
    },
  };
}
