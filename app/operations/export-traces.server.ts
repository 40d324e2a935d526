import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { env } from '#app/env.server.ts';
import { type Operation, operations } from '#db/operations.ts';
import { programVersion } from './version.server.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

function createProvider(endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const root = new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG);
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': programVersion,
    }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}

/** The trace that a request's headers name. Anybody can send them, so only a proxy's are believed. */
const callerOf = ({ headers }: Operation) =>
  env.TRUST_PROXY > 0 && headers
    ? new W3CTraceContextPropagator().extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    : ROOT_CONTEXT;

/** What may be told of an error: its message may quote what a person entered. */
function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

/**
 * Exports a span for each operation to a collector, in the background. While it does not answer, the newest 2,048 wait and
 * others are dropped.
 * OpenTelemetry’s own instrumentations are not used, because they record URLs and addresses.
 * @param endpoint URL of a collector that takes OTLP over HTTP
 * @returns exports what is left
 */
export function exportTraces(endpoint: string): () => Promise<void> {
  const provider = createProvider(endpoint);
  const tracer = provider.getTracer('certrace', programVersion);
  /** The span around what runs now. */
  const active = new AsyncLocalStorage<Span | undefined>();
  const spans = new WeakMap<Operation, Span>();

  function begin(operation: Operation): Span | undefined {
    const parent = active.getStore();
    if (operation.isPart && !parent) return undefined;
    const kind = operation.kind ? KINDS[operation.kind] : SpanKind.INTERNAL;
    const around = parent ? trace.setSpan(ROOT_CONTEXT, parent) : callerOf(operation);
    const span = tracer.startSpan(operation.name, { kind }, around);
    spans.set(operation, span);
    return span;
  }

  function end(operation: Operation & { error?: unknown }) {
    const span = spans.get(operation);
    if (!span) return;
    span.updateName(operation.name);
    span.setAttributes(operation.attributes ?? {});
    if ('error' in operation) span.setAttribute('error.type', nameOf(operation.error));
    if ('error' in operation || operation.hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  operations.start.bindStore(active, (operation) => begin(operation as Operation));
  operations.subscribe({
    start() {},
    end(operation) {
      // Where the function returned a promise, asyncEnd follows.
      if ('result' in operation || 'error' in operation) end(operation);
    },
    asyncStart() {},
    asyncEnd: end,
    error() {},
  });
  return () => provider.shutdown();
}
