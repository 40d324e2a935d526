import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { log } from '#app/shared/log.server.ts';

/** A status or an error code: a message of the collector could be anything. */
function reasonOf(error: (Error & { code?: number | string }) | undefined) {
  return error?.code ?? error?.message ?? 'unknown';
}

/**
 * An exporter that logs when the collector begins to fail, and when it takes traces again.
 * @param endpoint URL of a collector that takes OTLP over HTTP
 */
export function createTraceExporter(endpoint: string): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const { host } = new URL(endpoint);
  let isFailing = false;
  function noteOutcome({ code, error }: ExportResult) {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails && !isFailing)
      log.warn({ collector: host, reason: reasonOf(error) }, 'traces are not exported');
    if (!fails && isFailing) log.warn({ collector: host }, 'traces are exported again');
    isFailing = fails;
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        noteOutcome(result);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
