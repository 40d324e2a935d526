import { env } from '#app/config/env.server.ts';
import { durationsByName } from '#app/shared/durations-by-name.server.ts';
import { log } from '#app/shared/log.server.ts';
import { noteQuery } from '#app/shared/request-cost.server.ts';
import { onQuery } from '#db/traced-database.ts';

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

/** More than the queries of the code, with their filters. */
const MOST_QUERIES = 500;
const MOST_CHARACTERS = 2_000;

/** A quoted name, which stays, or a literal: a string, a blob or a number. */
const NAME_OR_LITERAL = /"[^"]*"|(x?'(?:[^']|'')*'|\b\d[\w.]*)/gi;

/** The SQL without literals, so that no value is shown. Lists of any length are the same query. */
const withoutValues = (sql: string): string =>
  sql
    .replace(NAME_OR_LITERAL, (name, literal?: string) => (literal === undefined ? name : '?'))
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, \?)+/g, '?, …')
    .replace(/\(\?, …\)(?:, \(\?, …\))+/g, '(?, …), …')
    .trim()
    .slice(0, MOST_CHARACTERS);

const durations = durationsByName('query-times', MOST_QUERIES);

/** Shown texts of statements. Most statements are prepared once and run often. */
const shown = new Map<string, string>();

function shownText(sql: string): string {
  const known = shown.get(sql);
  if (known !== undefined) return known;
  if (shown.size === MOST_QUERIES) shown.clear();
  const text = withoutValues(sql);
  shown.set(sql, text);
  return text;
}

/** Starts measuring every query of this process, also for the request that makes it. */
export const measureQueries = () =>
  onQuery(({ sql, ms, processorMs }) => {
    durations.record(shownText(sql), ms);
    noteQuery(ms, processorMs);
  });

/** The queries with the longest mean time in all processes since the start, slowest first. */
export const slowestQueries = durations.slowest;
