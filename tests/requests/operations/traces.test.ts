import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { freePort, startServer } from '#tests/support/server.ts';

type Value = { stringValue?: string; intValue?: number };
type SpanJson = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string; traceState?: string }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: SpanJson[] }[] }[] };

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

/** An OTLP/HTTP collector that keeps every export. */
async function startCollector() {
  const exports: { headers: Record<string, unknown>; body: Export }[] = [];
  const server = createServer(async (request, response) => {
    exports.push({ headers: request.headers, body: (await json(request)) as Export });
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    spans: () =>
      exports.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => server.close(),
  };
}

const folders = temporaryFolders();
let folder: string;
let issuer: Person;

beforeAll(async () => {
  folder = folders.make();
  openSite(folder);
  issuer = await makeIssuer();
});
afterAll(folders.removeAll);

const call = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${issuer.token}`,
      'content-type': 'application/json',
      traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
      tracestate: 'vendor=words-of-a-stranger',
    },
  });
const issue = (port: number) =>
  call(port, '/api/v1/certs/issue', { method: 'POST', body: JSON.stringify(certificateInput()) });

const attributesOf = ({ attributes }: SpanJson) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe('with a collector', () => {
  it('exports the spans of a request with a link to the trace of its sender, without personal data', async () => {
    const collector = await startCollector();
    const server = await startServer({
      folder,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer collected',
        // The proxy passes on what its clients send.
        TRUST_PROXY: '1',
      },
    });
    const response = await issue(server.port);
    expect(response.status).toBe(201);
    expect((await issue(server.port)).status).toBe(409);
    const { certificate } = (await response.json()) as { certificate: { uniqueId: string; _id: string } };
    expect((await call(server.port, `/verify/secret-token?email=${issuer.email}`)).status).toBeLessThan(500);
    expect((await call(server.port, '/healthz')).status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    collector.stop();

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [request] = named('POST /api/v1/certs/issue');
    expect(request?.links).toMatchObject([CALLER]);
    expect(request?.parentSpanId).toBeUndefined();
    expect(spans.map(({ traceId }) => traceId)).not.toContain(CALLER.traceId);
    const attributes = attributesOf(request as SpanJson);
    expect(attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 201 });
    expect(
      server.logs.find(({ requestId }) => requestId === attributes['certrace.request_id']),
    ).toMatchObject({ msg: 'request', path: '/api/v1/certs/issue' });
    expect(named('group commit')).toMatchObject([{ parentSpanId: request?.spanId }, {}]);
    const errors = named('group commit').map((span) => attributesOf(span)['error.type']);
    expect(errors).toEqual([undefined, 'duplicate']);
    expect(named('transaction').map(({ traceId }) => traceId)).toContain(request?.traceId);
    expect(named('GET /verify/:token')).toHaveLength(1);
    expect(spans.map(({ name }) => name).filter((name) => /healthz/.test(name))).toEqual([]);
    expect(collector.exports[0]?.headers).toMatchObject({ authorization: 'Bearer collected' });
    const everything = JSON.stringify(collector.exports);
    const { studentName, studentEmail, courseName } = certificateInput();
    const secrets = [studentName, studentEmail, courseName, issuer.email, issuer.token, certificate.uniqueId];
    for (const secret of [...secrets, certificate._id, 'secret-token', 'words-of-a-stranger']) {
      expect(everything).not.toContain(secret);
    }
  });

  it('traces no request because its sender asks for it', async () => {
    const collector = await startCollector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '0',
      TRUST_PROXY: '1',
    };
    const server = await startServer({ folder, env });
    expect((await issue(server.port)).status).toBe(409);
    await server.stop();
    collector.stop();
    expect(collector.spans()).toEqual([]);
  });
});

it('serves and stops normally while the collector is unreachable', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const server = await startServer({ folder, env });
  expect((await call(server.port, '/api/v1/openapi.json')).status).toBe(200);
  const stopping = performance.now();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - stopping).toBeLessThan(10_000);
});
