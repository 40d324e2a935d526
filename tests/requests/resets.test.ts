import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer } from '#tests/support/server.ts';

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'off' } });
}, 60_000);

afterAll(async () => {
  await server.stop();
});

/** A request head in HTTP/1.1; `Host` comes first. */
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

/** Bytes that clients send, each kind of request whole or as far as it gets. */
const REQUESTS: Record<string, () => string> = {
  nothing: () => '',
  CONNECT: () => head('CONNECT localhost:443'),
  'CONNECT with bytes of a tunnel': () => head('CONNECT localhost:443') + '\x16\x03\x01'.repeat(400),
  'an upgrade': () => head('GET /', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA=='),
  'an upgrade to HTTP/2': () => head('GET /', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'),
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  nonsense: () => 'nonsense\r\n\r\n',
  'large headers': () => head('GET /', `X-Large: ${'x'.repeat(20_000)}`),
  'a page': () => head('GET /faq'),
  'a compressed page': () => head('GET /api/docs', 'Accept-Encoding: br'),
  'a static file': () => head('GET /favicon.ico'),
  'an API call': () => head('GET /api/v1/users/courses'),
  HEAD: () => head('HEAD /faq'),
  TRACE: () => head('TRACE /'),
  'a request that was used before': () => head('GET /healthz') + head('GET /faq'),
  pipelining: () => (head('GET /faq') + head('GET /healthz') + head('HEAD /')).repeat(5),
  'a form': () => post('/', FORM, 'email=a%40b.example&password=not+the+password', 'Content-Length: 44'),
  'half a form': () => post('/', FORM, 'email=a%40b.example', 'Content-Length: 4000'),
  'half a form in chunks': () => post('/', FORM, chunked('email=a%40b'), 'Transfer-Encoding: chunked'),
  'half an API call': () =>
    post('/api/v1/users/login', 'application/json', '{"email":', 'Content-Length: 4000'),
  'half an API call in chunks': () =>
    post('/api/v1/users/login', 'application/json', chunked('{"email":'), 'Transfer-Encoding: chunked'),
  'a chunk that is none': () => post('/', FORM, 'zz\r\nemail\r\n', 'Transfer-Encoding: chunked'),
  'a body too large': () => post('/', FORM, 'x'.repeat(70_000), 'Content-Length: 2000000'),
  'half an upload': () => multipart('/admin/create-course'),
  'half an upload to the API': () => multipart('/api/v1/admin/course'),
  'a body that waits to be asked for': () =>
    post('/api/v1/users/login', 'application/json', '', 'Content-Length: 4000', 'Expect: 100-continue'),
  'a large body that waits to be asked for': () =>
    post('/', FORM, '', 'Content-Length: 900000000', 'Expect: 100-continue'),
  'another expectation': () => post('/', FORM, 'a=b', 'Content-Length: 3', 'Expect: a-miracle'),
};

const ENDINGS: Record<string, (socket: Socket) => void> = {
  reset: (socket) => socket.resetAndDestroy(),
  // Node loses the close of a socket that is reset while its end is still being sent.
  'half-close, then reset': (socket) => socket.end(() => socket.resetAndDestroy()),
  abort: (socket) => socket.destroy(),
};

/** Where in a request the client leaves: after how much of its bytes, or with how much of the answer. */
const STAGES = [
  'in the first line',
  'half-way',
  'before the last byte',
  'at once',
  'later',
  'at the first answer',
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
  else if (stage === 'at the first answer')
    await Promise.race([once(socket, 'readable').catch(() => undefined), delay(150)]);
  else await new Promise<void>((resolve) => setImmediate(resolve));
  end(socket);
  await closed;
}

const isAlive = async () => (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text();

describe('a client that resets, half-closes or aborts its connection at any stage', () => {
  it.each(Object.keys(REQUESTS))('of %s leaves the server as it was', async (name) => {
    const bytes = REQUESTS[name]?.() ?? '';
    const visits = Object.values(ENDINGS).flatMap((end) => STAGES.map((stage) => [stage, end] as const));
    await Promise.all([...visits, ...visits].map(([stage, end]) => leave(bytes, stage, end)));
    expect(await isAlive()).toBe('ok\n');
    expect(server.logs.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

/** The ports of the clients whose connections the server's process still holds, as Linux lists them. */
function heldClients(): number[] {
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state, , , , , , inode]) => {
      // A closed socket waits for its peer without a process, and so without an inode.
      return (
        Number.parseInt(local.split(':')[1] ?? '', 16) === server.port && state !== '0A' && inode !== '0'
      );
    })
    .map(([, , remote = '']) => Number.parseInt(remote.split(':')[1] ?? '', 16));
}

describe('a socket that is no longer read as HTTP', () => {
  it.each([
    'CONNECT',
    'CONNECT with bytes of a tunnel',
    'nonsense',
    'large headers',
    'the preface of HTTP/2',
  ])(
    'is closed within seconds after %s, although its client neither leaves nor falls silent',
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

it('after all of it, it is the same process, and no connection is left but those of this test', async () => {
  expect(server.logs.filter(({ msg }) => msg === 'listening')).toHaveLength(1);
  await vi.waitFor(() => expect(heldClients().length).toBeLessThanOrEqual(2), { timeout: 10_000 });
});
