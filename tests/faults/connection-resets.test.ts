import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer } from '#tests/support/server.ts';

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'off' } });
});

afterAll(async () => {
  await server.stop();
});

/** An HTTP/1.1 request head. */
const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, body: string, ...headers: string[]) =>
  head(`POST ${path}`, `Origin: ${server.url}`, `Content-Type: ${type}`, ...headers) + body;
const FORM = 'application/x-www-form-urlencoded';

const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
const multipart = (path: string) =>
  post(
    path,
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="thumbnail"; filename="a.png"\r\n\r\n${'p'.repeat(500)}`,
    'Content-Length: 90000',
  );

/** The bytes of complete and incomplete requests. */
const REQUESTS: Record<string, () => string> = {
  nothing: () => '',
  CONNECT: () => head('CONNECT localhost:443'),
  'CONNECT with bytes of a tunnel': () => head('CONNECT localhost:443') + '\x16\x03\x01'.repeat(400),
  'an upgrade': () => head('GET /', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA=='),
  'an upgrade to HTTP/2': () => head('GET /', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'),
  'the HTTP/2 preface': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  nonsense: () => 'nonsense\r\n\r\n',
  'large headers': () => head('GET /', `X-Large: ${'x'.repeat(20_000)}`),
  'a page': () => head('GET /faq'),
  'a compressed page': () => head('GET /api/docs', 'Accept-Encoding: br'),
  'a static file': () => head('GET /favicon.ico'),
  'an API call': () => head('GET /api/v1/users/courses'),
  HEAD: () => head('HEAD /faq'),
  TRACE: () => head('TRACE /'),
  'a second request on a connection': () => head('GET /healthz') + head('GET /faq'),
  pipelining: () => (head('GET /faq') + head('GET /healthz') + head('HEAD /')).repeat(5),
  'a form': () => post('/', FORM, 'email=a%40b.example&password=not+the+password', 'Content-Length: 44'),
  'half a form': () => post('/', FORM, 'email=a%40b.example', 'Content-Length: 4000'),
  'half a form in chunks': () => post('/', FORM, chunked('email=a%40b'), 'Transfer-Encoding: chunked'),
  'half an API call': () =>
    post('/api/v1/users/login', 'application/json', '{"email":', 'Content-Length: 4000'),
  'half an API call in chunks': () =>
    post('/api/v1/users/login', 'application/json', chunked('{"email":'), 'Transfer-Encoding: chunked'),
  'a malformed chunk': () => post('/', FORM, 'zz\r\nemail\r\n', 'Transfer-Encoding: chunked'),
  'an oversized body': () => post('/', FORM, 'x'.repeat(70_000), 'Content-Length: 2000000'),
  'half an upload': () => multipart('/admin/create-course'),
  'half an upload to the API': () => multipart('/api/v1/admin/course'),
  'a body after Expect: 100-continue': () =>
    post('/api/v1/users/login', 'application/json', '', 'Content-Length: 4000', 'Expect: 100-continue'),
  'an oversized body after Expect: 100-continue': () =>
    post('/', FORM, '', 'Content-Length: 900000000', 'Expect: 100-continue'),
  'another expectation': () => post('/', FORM, 'a=b', 'Content-Length: 3', 'Expect: a-miracle'),
};

const ENDINGS: Record<string, (socket: Socket) => void> = {
  reset: (socket) => socket.resetAndDestroy(),
  // Waits for the end to be sent, because Node misses the close of a socket that is reset before.
  'half-close, then reset': (socket) => socket.end(() => socket.resetAndDestroy()),
  abort: (socket) => socket.destroy(),
};

/** How far a request or its response gets before the client leaves. */
const STAGES = [
  'in the first line',
  'half-way',
  'before the last byte',
  'at once',
  'later',
  'at the first byte of the response',
];

async function leave(bytes: string, stage: string, end: (socket: Socket) => void) {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const cuts: Record<string, number> = {
    'in the first line': Math.min(7, bytes.length),
    'half-way': bytes.length >> 1,
    'before the last byte': Math.max(0, bytes.length - 1),
  };
  socket.write(bytes.slice(0, cuts[stage] ?? bytes.length), 'latin1');
  if (stage === 'later') await delay(15);
  else if (stage === 'at the first byte of the response')
    await Promise.race([once(socket, 'readable').catch(() => undefined), delay(150)]);
  else await new Promise<void>((resolve) => setImmediate(resolve));
  end(socket);
  await closed;
}

const isAlive = async () => (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();

describe('a client that resets, half-closes or aborts its connection at any stage', () => {
  it.each(Object.keys(REQUESTS))('of %s leaves the server running without errors', async (name) => {
    const bytes = REQUESTS[name]?.() ?? '';
    const visits = Object.values(ENDINGS).flatMap((end) => STAGES.map((stage) => [stage, end] as const));
    await Promise.all([...visits, ...visits].map(([stage, end]) => leave(bytes, stage, end)));
    expect(await isAlive()).toBe('ok\n');
    expect(server.logs.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

/** The client ports of the connections that the server's process still holds, from /proc/net/tcp. */
function heldClients(): number[] {
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state, , , , , , inode]) => {
      // A closed socket that waits for its peer belongs to no process and has no inode.
      return (
        Number.parseInt(local.split(':')[1] ?? '', 16) === server.port && state !== '0A' && inode !== '0'
      );
    })
    .map(([, , remote = '']) => Number.parseInt(remote.split(':')[1] ?? '', 16));
}

describe('a socket that is no longer parsed as HTTP', () => {
  it.each(['CONNECT', 'CONNECT with bytes of a tunnel', 'nonsense', 'large headers', 'the HTTP/2 preface'])(
    'is closed within seconds after %s, even if its client stays and keeps sending',
    async (name) => {
      const clients = [true, false].map((goesOn) => {
        const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => undefined);
        socket.resume();
        socket.write(REQUESTS[name]?.() ?? '');
        const sending = goesOn ? setInterval(() => socket.write('x'), 50) : undefined;
        return { socket, sending };
      });
      await Promise.all(clients.map(({ socket }) => once(socket, 'end').catch(() => undefined)));
      const ports = clients.map(({ socket }) => socket.localPort);
      await vi.waitFor(() => expect(heldClients().filter((port) => ports.includes(port))).toEqual([]), {
        timeout: 8_000,
      });
      for (const { socket, sending } of clients) {
        clearInterval(sending);
        socket.destroy();
      }
    },
  );
});

it('leaves the same process running without open connections', async () => {
  expect(server.logs.filter(({ msg }) => msg === 'listening')).toHaveLength(1);
  await vi.waitFor(() => expect(heldClients().length).toBeLessThanOrEqual(2), { timeout: 10_000 });
});
