import { AsyncLocalStorage } from 'node:async_hooks';
import type { Link, Span } from '@opentelemetry/api';
import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { env } from '#app/config/env.server.ts';
import { log } from '#app/shared/log.server.ts';
import { errorCodeOf } from '#db/files.ts';
import { spans as channel, type Span as Work } from '#db/spans.ts';
import { programVersion } from './site-status.server.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

function createProvider(endpoint: string) {
  const root = new TraceIdRatioBasedSampler(env().OTEL_TRACES_SAMPLER_ARG);
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': env().OTEL_SERVICE_NAME,
      'service.version': programVersion,
    }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [new BatchSpanProcessor({ exporter: createTraceExporter(endpoint) })],
  });
}

/**
 * A link to the trace of a request's sender. Not a parent, because anybody can send these headers, and
 * proxies pass them on: a sender could add to others' traces and decide which requests are traced.
 */
function linksOf({ headers }: Work): Link[] {
  if (!headers) return [];
  const sender = new W3CTraceContextPropagator().extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const { traceId, spanId, traceFlags } = trace.getSpanContext(sender) ?? {};
  if (!traceId || !spanId) return [];
  return [{ context: { traceId, spanId, traceFlags: traceFlags ?? 0, isRemote: true } }];
}

/** What to report of an error. Its message may quote user input. */
function nameOf(error: unknown): string {
  return error instanceof Error ? (errorCodeOf(error) ?? error.name) : 'unknown';
}

/**
 * Exports a span for each work to a collector, in the background. While the collector does not respond, the newest 2,048
 * spans wait and others are dropped. Does not use OpenTelemetry's own instrumentations, because they record URLs and addresses.
 * @param endpoint URL of a collector for OTLP over HTTP
 * @returns a function that exports the remaining spans
 */
export function exportTraces(endpoint: string): () => Promise<void> {
  const provider = createProvider(endpoint);
  const tracer = provider.getTracer('certrace', programVersion);
  const active = new AsyncLocalStorage<Span | undefined>();
  const spans = new WeakMap<Work, Span>();

  function begin(work: Work): Span | undefined {
    const parent = active.getStore();
    if (work.isPart && !parent) return undefined;
    const kind = work.kind ? KINDS[work.kind] : SpanKind.INTERNAL;
    const span = parent
      ? tracer.startSpan(work.name, { kind }, trace.setSpan(ROOT_CONTEXT, parent))
      : tracer.startSpan(work.name, { kind, links: linksOf(work) }, ROOT_CONTEXT);
    spans.set(work, span);
    return span;
  }

  function end(work: Work & { error?: unknown }) {
    const span = spans.get(work);
    if (!span) return;
    span.updateName(work.name);
    span.setAttributes(work.attributes ?? {});
    if ('error' in work) span.setAttribute('error.type', nameOf(work.error));
    if ('error' in work || work.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  channel.start.bindStore(active, begin);
  channel.subscribe({
    start() {},
    end(work) {
      // For a function that returned a promise, asyncEnd follows.
      if ('result' in work || 'error' in work) end(work);
    },
    asyncStart() {},
    asyncEnd: end,
    error() {},
  });
  return () => provider.shutdown();
}

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
