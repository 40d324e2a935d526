import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTraceExporter } from '#app/operations/export-traces.server.ts';
import { log } from '#app/shared/log.server.ts';
import { freePort } from '#tests/support/server.ts';

type Collector = 'takes' | 'hangs' | 'fails' | 'is busy';

const SECRET = 'a-token-of-the-collector';
const STATUS = { takes: 200, fails: 500, 'is busy': 503 };

let collector: Server | undefined;
let lines: unknown[];

/** Starts a collector whose error responses repeat what it was sent. */
async function startCollector(port: number, state: () => Collector) {
  const server = createServer((request, response) => {
    const now = state();
    if (now !== 'hangs') response.writeHead(STATUS[now]).end(now === 'takes' ? '{}' : SECRET);
    request.resume();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  collector = server;
  return (server.address() as AddressInfo).port;
}

beforeEach(() => {
  lines = [];
  vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line));
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '250');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `authorization=Bearer ${SECRET}`);
});
afterEach(() => {
  collector?.closeAllConnections();
  collector?.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Exports a span. @returns whether the collector took it */
function exporting(endpoint: string) {
  const exporter = createTraceExporter(endpoint);
  const ended: ReadableSpan[] = [];
  const processor = { onStart() {}, onEnd: (span: ReadableSpan) => void ended.push(span) };
  const spanProcessors = [{ ...processor, forceFlush: async () => {}, shutdown: async () => {} }];
  new TracerProvider({ spanProcessors }).getTracer('test').startSpan('a request').end();
  expect(ended).toHaveLength(1);
  return () => new Promise((resolve) => exporter.export(ended, ({ code }) => resolve(code === 0)));
}

it.each([
  ['fails', 500],
  ['hangs', 'Request timed out'],
  ['is busy', 'Export failed with retryable status'],
] as const)(
  'logs once that the collector %s, and once that it takes traces again',
  async (failure, reason) => {
    let state: Collector = failure;
    const port = await startCollector(0, () => state);
    const exportSpan = exporting(`http://user:${SECRET}@127.0.0.1:${port}`);
    const where = { collector: `127.0.0.1:${port}` };
    const failed = [{ ...where, reason }, 'traces are not exported'];
    const again = [where, 'traces are exported again'];
    expect([await exportSpan(), await exportSpan()]).toEqual([false, false]);
    expect(lines).toEqual([failed]);
    state = 'takes';
    expect([await exportSpan(), await exportSpan()]).toEqual([true, true]);
    expect(lines).toEqual([failed, again]);
    state = failure;
    await exportSpan();
    expect(lines).toEqual([failed, again, failed]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  },
);

it('logs once that nobody listens, and once that the collector is there', async () => {
  const port = await freePort();
  const exportSpan = exporting(`http://127.0.0.1:${port}`);
  expect([await exportSpan(), await exportSpan()]).toEqual([false, false]);
  await startCollector(port, () => 'takes');
  expect(await exportSpan()).toBe(true);
  const where = { collector: `127.0.0.1:${port}` };
  expect(lines).toEqual([
    [{ ...where, reason: 'ECONNREFUSED' }, 'traces are not exported'],
    [where, 'traces are exported again'],
  ]);
});
