import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObject,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { log } from './log.server.ts';
import { askAll, isWorker, setAnswer } from './processes/other-processes.server.ts';

/** Every metric of this process; `allMetrics` adds up those of all. Names and labels are an interface: dashboards and alert rules refer to them. */
export const registry = new Registry<OpenMetricsContentType>();
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

type Definition = {
  /** Without the prefix `certrace_`. */
  name: string;
  help: string;
  labels?: string[];
};
type Sample = readonly [labels: Record<string, string>, value: number];

function configuration({ name, help, labels = [] }: Definition) {
  // Development loads changed modules again.
  registry.removeSingleMetric(`certrace_${name}`);
  return { name: `certrace_${name}`, help, labelNames: labels, registers: [registry] };
}

/** A counter of events in this process. Its name is served with `_total`. */
export const counter = (definition: Definition) => new Counter(configuration(definition));

export const histogram = (definition: Definition, buckets: number[]) =>
  new Histogram({ ...configuration(definition), buckets });

/** Registers a gauge whose samples are read at each scrape. A failure leaves out its samples and no others. */
export const gauge = (definition: Definition, read: () => Iterable<Sample> | Promise<Iterable<Sample>>) =>
  new Gauge({
    ...configuration(definition),
    // It is about the site: every process reads the same.
    aggregator: 'first',
    async collect() {
      this.reset();
      // Report an unknown figure as NaN, not 0.
      if (!definition.labels) this.set(Number.NaN);
      try {
        for (const [labels, value] of await read()) this.set(labels, value);
      } catch (error) {
        log.error({ err: error, metric: definition.name }, 'metric not read');
      }
    },
  });

setAnswer('metrics', () => registry.getMetricsAsJSON());

/** The metrics of all processes of this server: counters and histograms are sums. OpenMetrics adds `_total` to counters' names. */
export async function allMetrics(): Promise<string> {
  if (!isWorker()) return registry.metrics();
  const all = await askAll<MetricObject[]>('metrics');
  for (const metric of all.flat()) metric.name = metric.name.replace(/_total$/, '');
  const total = AggregatorRegistry.aggregate(all);
  total.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return total.metrics();
}
