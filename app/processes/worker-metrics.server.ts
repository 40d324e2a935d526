import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

/** A metric with its samples, as `Registry.getMetricsAsJSON` returns it. */
type Metric = {
  name: string;
  help: string;
  type: string;
  aggregator: string;
  values: { value: number; labels: Record<string, string>; metricName?: string }[];
};

export type EndReason = 'ended' | 'hung';

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
