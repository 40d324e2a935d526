import type { MetricObject, OpenMetricsContentType } from 'prom-client';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { askAll, isWorker, setAnswer } from '#app/processes/other-processes.server.ts';
import { log } from './log.server.ts';

/**
 * All metrics of this process. `allMetrics` adds up those of all processes. Names and labels are a public interface, because
 * dashboards and alert rules refer to them.
 */
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

/** A counter of events in this process. It is exported with the suffix `_total`. */
export const counter = (definition: Definition) => new Counter(configuration(definition));

export const histogram = (definition: Definition, buckets: number[]) =>
  new Histogram({ ...configuration(definition), buckets });

/** Registers a gauge that is read at each scrape. If reading fails, only its samples are missing. */
export const gauge = (definition: Definition, read: () => Iterable<Sample> | Promise<Iterable<Sample>>) =>
  new Gauge({
    ...configuration(definition),
    // Describes the site, so every process reads the same value.
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

/**
 * The metrics of all processes of this server. Counters and histograms are added up. OpenMetrics adds `_total` to the names of
 * counters.
 */
export async function allMetrics(): Promise<string> {
  if (!isWorker()) return registry.metrics();
  const all = await askAll<MetricObject[]>('metrics');
  for (const metric of all.flat()) metric.name = metric.name.replace(/_total$/, '');
  const total = AggregatorRegistry.aggregate(all);
  total.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return total.metrics();
}
