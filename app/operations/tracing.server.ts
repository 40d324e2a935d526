import { env } from '#app/config/env.server.ts';
import { log } from '#app/shared/log.server.ts';
import { measureQueries } from './query-times.server.ts';

/** Time for exporting the last spans. Later they are lost. */
const LAST_EXPORT_MS = 1_000;

let stop: (() => Promise<void>) | undefined;

/** Measures queries, and exports traces when OTEL_EXPORTER_OTLP_ENDPOINT is set, until `stopTracing`. */
export async function startTracing() {
  measureQueries();
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env();
  if (endpoint === undefined) return;
  // Loaded only if needed, because loading takes a tenth of a second.
  const { exportTraces } = await import('./export-traces.server.ts');
  stop = exportTraces(endpoint);
  log.info({ endpoint: new URL(endpoint).origin }, 'exporting traces');
}

/** Exports the last spans, for at most a second. */
export async function stopTracing() {
  const late = new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref());
  await Promise.race([stop?.(), late]);
}
