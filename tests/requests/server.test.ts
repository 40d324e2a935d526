import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Handler } from '#app/server/edge/edge.server.ts';
import { createHttpServer } from '#app/server/listener.server.ts';
import { startServer } from '#tests/support/server.ts';

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'debug' } });
});

afterAll(async () => {
  await server.stop();
});

/** Sends bytes on a new connection and returns the response, until the server closes it or the time is up. */
async function exchange(bytes: string, { port = server.port, timeoutMs = 2_000 } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await Promise.race([once(socket, 'close'), delay(timeoutMs)]);
  socket.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

const request = (line: string, headers: string[] = [], body = '') =>
  `${[line, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;

const statusLine = (answer: string) => answer.split('\r\n', 1)[0];

describe('malformed HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['a header with a bad name', request('GET / HTTP/1.1', ['b@d name: x']), 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', request('GET / HTTP/1.1', ['Host: evil.example']), 400],
    ['two lengths', request('POST / HTTP/1.1', ['Content-Length: 1', 'Content-Length: 2'], 'ab'), 400],
    [
      'length and chunks',
      request('POST / HTTP/1.1', ['Content-Length: 1', 'Transfer-Encoding: chunked'], 'a'),
      400,
    ],
    ['a target that is not a path', request('GET nowhere HTTP/1.1'), 400],
    ['an asterisk', request('OPTIONS * HTTP/1.1'), 400],
    ['bad percent-encoding', request('GET /%zz HTTP/1.1'), 400],
    ['too large headers', request('GET / HTTP/1.1', [`X-Large: ${'x'.repeat(20_000)}`]), 431],
    ['a long URL', request(`GET /${'x'.repeat(5_000)} HTTP/1.1`), 414],
    ['TRACE', request('TRACE / HTTP/1.1'), 405],
    ['CONNECT', request('CONNECT localhost:443 HTTP/1.1'), 405],
    ['a WebDAV method', request('PROPFIND / HTTP/1.1'), 501],
    ['an unknown method', request('BREW / HTTP/1.1'), 400],
  ])('rejects %s with security headers', async (_name, bytes, status) => {
    const answer = await exchange(bytes);
    expect(statusLine(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('\r\nx-content-type-options: nosniff');
  });

  it.each([
    ['too large headers', request('GET / HTTP/1.1', [`X-Large: ${'x'.repeat(20_000)}`])],
    ['CONNECT', request('CONNECT localhost:443 HTTP/1.1')],
    ['a call without Host', 'GET /api/v1/status HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an asterisk', request('OPTIONS * HTTP/1.1')],
    ['a broken absolute target', request('GET http://[::1 HTTP/1.1')],
    ['another protocol', request('GET ftp://localhost/api/v1/status HTTP/1.1')],
    ['an unknown expectation', request('GET /api/v1/users/me HTTP/1.1', ['Expect: 200-maybe'])],
  ])('tells the rate limit with the rejection of %s', async (_name, bytes) => {
    expect((await exchange(bytes)).toLowerCase()).toMatch(/\r\nratelimit: "address";r=\d+;t=\d+\r\n/);
  });

  it('checks the host of an absolute target', async () => {
    expect(statusLine(await exchange(request('GET http://localhost/healthz HTTP/1.1')))).toContain('200');
    expect(statusLine(await exchange(request('GET http://evil.example/ HTTP/1.1')))).toContain('421');
  });

  it('serves no files from outside the static folder', async () => {
    for (const path of ['/assets/../../../package.json', '/assets/..%2f..%2f..%2fpackage.json', '/../.env']) {
      const answer = await exchange(request(`GET ${path} HTTP/1.1`));
      expect(statusLine(answer), path).toContain('404');
    }
  });
});

describe('bodies', () => {
  it('in chunks over the limit get 413, in JSON under /api', async () => {
    const chunk = 'x'.repeat(64 * 1024);
    const body = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(20);
    const answer = await exchange(
      request(
        'POST /api/v1/users/login HTTP/1.1',
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        `${body}0\r\n\r\n`,
      ),
    );
    expect(statusLine(answer)).toContain('413');
    expect(answer).toContain('"success":false');
  });

  it('that are refused unread get a response and keep the connection', async () => {
    const length = 2_000_000;
    const first = `POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: ${server.url}\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await exchange(first + 'x'.repeat(length) + request('GET /healthz HTTP/1.1'));
    expect(statusLine(answer)).toContain('413');
    expect(answer).toContain('</html>HTTP/1.1 200 ');
  });

  it('of an API call that is refused unread are drained and keep the connection', async () => {
    const length = 500_000;
    const first = `POST /api/v1/certs/issue HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await exchange(first + 'x'.repeat(length) + request('GET /healthz HTTP/1.1'));
    expect(statusLine(answer)).toContain('401');
    expect(answer).toContain('}HTTP/1.1 200 ');
  });

  it('of an aborted API call are logged without an error', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      request(
        'POST /api/v1/users/login HTTP/1.1',
        ['Content-Type: application/json', 'Content-Length: 50'],
        '{"email":',
      ),
    );
    await delay(100);
    socket.destroy();
    await vi.waitFor(() =>
      expect(server.logs).toContainEqual(
        expect.objectContaining({ msg: 'request', path: '/api/v1/users/login', aborted: true }),
      ),
    );
    expect(server.logs.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('over the limit get 413 in place of 100 Continue', async () => {
    const ask = (length: number) =>
      exchange(
        request('POST /api/v1/users/login HTTP/1.1', ['Expect: 100-continue', `Content-Length: ${length}`]),
        {
          timeoutMs: 500,
        },
      );
    expect(statusLine(await ask(5_000_000))).toContain('413');
    expect(statusLine(await ask(10))).toContain('100');
  });
});

describe('the log', () => {
  it('has one JSON line for each request, with its X-Request-Id and without secrets', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/users/verify/a-secret?also=secret`, {
      headers: {
        'x-forwarded-for': '6.6.6.6, 203.0.113.9',
        authorization: 'Bearer secret',
        cookie: 'a=secret',
      },
    });
    await response.text();
    const id = response.headers.get('x-request-id');
    const lines = await vi.waitFor(() => {
      const own = server.logs.filter((line) => line.requestId === id && line.msg === 'request');
      expect(own).not.toEqual([]);
      return own;
    });
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/api/v1/users/verify/[redacted]',
        status: response.status,
        ms: expect.any(Number),
      }),
    ]);
    expect(server.output.join('\n')).not.toContain('secret?');
    expect(server.output.join('\n')).not.toContain('a-secret');
  });
});

it('the body of a GET is dropped, and its connection stays', async () => {
  const handler: Handler = async ({ method }) => new Response(method);
  const server = createHttpServer(() => handler).server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const ask = (path: string, body: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let answers = '';
  client.on('data', (chunk) => {
    answers += chunk;
  });
  client.write(ask('/faq', 'hello') + ask('/healthz', 'hello'));
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(2);
  client.destroy();
  server.close();
});

describe('time-outs', () => {
  /** Starts a server in this process with a body time-out of 200 ms. */
  async function impatient(handler: Handler) {
    const { server: own } = createHttpServer(() => handler, { bodyTimeoutMs: 200 });
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    return { port: (own.address() as AddressInfo).port, close: () => own.close() };
  }

  it('end a body that arrives too slowly with 408', async () => {
    const { port, close } = await impatient(async (incoming) => {
      await incoming.text();
      return new Response('late');
    });
    const started = performance.now();
    const answer = await exchange(request('POST / HTTP/1.1', ['Content-Length: 10'], 'half'), { port });
    expect(statusLine(answer)).toContain('408');
    expect(performance.now() - started).toBeLessThan(1_500);
    close();
  });

  it('close the connection of a body that goes on long after its response', async () => {
    const { port, close } = await impatient(async () => new Response('refused'));
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    client.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
    const [answer] = await once(client, 'data');
    expect(String(answer)).toContain('200');
    const sending = setInterval(() => client.write('1\r\nx\r\n'), 20);
    // Not `once` of node:events, which rejects when a write meets the closed connection first.
    await new Promise((resolve) => client.once('close', resolve));
    clearInterval(sending);
    close();
  });

  it('keep nothing of a request whose body has arrived', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const { server: own } = createHttpServer(() => async () => new Response('refused'));
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    const { port } = own.address() as AddressInfo;
    const before = timers();
    const post = request('POST /api/v1/cert/verify HTTP/1.1', ['Content-Length: 2'], '{}');
    await Promise.all(Array.from({ length: 20 }, () => exchange(post, { port })));
    await expect.poll(timers).toBeLessThan(before + 10);
    own.close();
  });

  it('do not apply to a slow response', async () => {
    const { port, close } = await impatient(async () => {
      const slow = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first, '));
          await delay(500);
          controller.enqueue(new TextEncoder().encode('last'));
          controller.close();
        },
      });
      return new Response(slow);
    });
    expect(await exchange(request('GET / HTTP/1.1'), { port })).toContain('last');
    expect(await exchange(request('POST / HTTP/1.1', ['Content-Length: 2'], 'ab'), { port })).toContain(
      'last',
    );
    close();
  });
});

describe('start', () => {
  const start = (env: Record<string, string>) => startServer({ env }).then(() => '', String);

  it('fails with one line that names the variable', async () => {
    const [secret, origin, port] = await Promise.all([
      start({ SESSION_SECRET: 'short' }),
      start({ APP_URL: 'http://certrace.example' }),
      start({ PORT: String(server.port) }),
    ]);
    expect(secret.split('\n').slice(1)).toEqual(['SESSION_SECRET: must have at least 32 characters']);
    expect(origin).toContain('\nAPP_URL: browsers drop the cookies of plain http');
    expect(port).toContain('EADDRINUSE');
  });
});

describe.runIf(process.platform === 'linux')('the process', () => {
  it('has the memory settings when only server.ts is started', () => {
    const read = (name: string) => readFileSync(`/proc/${server.pid}/${name}`, 'utf8').split('\0');
    expect(read('cmdline')).toEqual(expect.arrayContaining(['--expose-gc', '--max-semi-space-size=16']));
    expect(read('environ')).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX=2']));
  });
});

describe('files of the server', () => {
  it('are readable only by its user', () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const entries = readdirSync(server.folder, { recursive: true, withFileTypes: true });
    const modes = entries.map((entry) => [
      entry.name,
      mode(join(entry.parentPath, entry.name)),
      entry.isDirectory() ? '700' : '600',
    ]);
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['certrace.sqlite', 'uploads']));
    expect(modes.filter(([, actual, wanted]) => actual !== wanted)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('are created with a umask of 0077', () => {
    expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
  });
});

/** Log lines with the URL of the mailbox. */
const mailboxLines = ({ logs }: Pick<typeof server, 'logs'>) =>
  logs.filter(({ url }) => String(url).endsWith('/dev/mail'));

describe('without NODE_ENV', () => {
  it.each([undefined, ''])('the mailbox is closed (%j)', async (NODE_ENV) => {
    const own = await startServer({ env: { NODE_ENV } });
    const statuses = await Promise.all(
      ['/dev/mail', '/dev/mail/1'].map(async (path) => (await fetch(own.url + path)).status),
    );
    await own.stop();
    expect(statuses).toEqual([404, 404]);
    const [first] = own.logs;
    expect(first).toMatchObject({ alert: true, msg: 'SMTP_URL is not set: no mail leaves this site' });
    expect(mailboxLines(own)).toEqual([]);
  });
});

describe('in development', () => {
  it('the mailbox is open on loopback only, and its URL is logged', async () => {
    const own = await startServer({ env: { NODE_ENV: 'development', HOST: undefined } });
    const { status } = await fetch(`${own.url}/dev/mail`);
    const line = own.logs.find(({ msg }) => msg === 'listening');
    await expect.poll(() => mailboxLines(own)).toMatchObject([{ url: `${own.url}/dev/mail` }]);
    await own.stop();
    expect([status, line?.host]).toEqual([200, '127.0.0.1']);
  });

  it('the mailbox’s URL is not logged with SMTP_URL', async () => {
    const own = await startServer({ env: { NODE_ENV: 'development', SMTP_URL: 'smtp://127.0.0.1:9' } });
    await own.stop();
    expect(mailboxLines(own)).toEqual([]);
  });

  it('the server does not start with a public APP_URL', async () => {
    const message = await startServer({
      env: { NODE_ENV: 'development', APP_URL: 'https://certrace.example' },
    }).then(() => '', String);
    expect(message.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^NODE_ENV: development requires an APP_URL/),
    ]);
  });
});

describe('shutdown', () => {
  it('finishes open requests and closes idle connections', async () => {
    const own = await startServer();
    const idle = connect(own.port, '127.0.0.1');
    idle.on('error', () => undefined);
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(idle, 'data');
    const socket = connect(own.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const body = JSON.stringify({ email: 'a@certrace.example', password: 'x' });
    socket.write(
      `POST /api/v1/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await delay(100);
    const started = performance.now();
    own.kill('SIGTERM');
    await delay(300);
    await expect(fetch(`${own.url}/healthz`)).rejects.toThrow();
    socket.write(body.slice(5));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 (401|400) /);
    expect((await own.exited).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(own.logs.at(-1)?.msg).toBe('stopped');
    idle.destroy();
  });

  it('answers all requests that were sent before the signal, including queued ones', async () => {
    const own = await startServer({ env: { RATE_LIMITS: 'off' } });
    const pages = Array.from(
      { length: 5 },
      (_, n) => `GET /?redirectTo=${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const socket = connect(own.port, '127.0.0.1');
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        await once(socket, 'connect');
        socket.write(pages.join(''), () => n === 29 && own.kill('SIGTERM'));
        await once(socket, 'close');
        return Buffer.concat(chunks)
          .toString('latin1')
          .match(/HTTP\/1\.1 200 /g)?.length;
      }),
    );
    expect(answers).toEqual(Array(30).fill(5));
    expect((await own.exited).code).toBe(0);
  });

  it('takes at most 10 s, even with an unfinished request', async () => {
    const own = await startServer();
    const socket = connect(own.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/v1/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    await delay(100);
    const started = performance.now();
    own.kill('SIGINT');
    expect((await own.exited).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

it('logs requests that were refused for want of rights, by whom and from where', async () => {
  const person = { name: 'Ada', email: 'refused@people.example', password: 'blue-heron-over-fen' };
  const post = (path: string, json: object) =>
    fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
      body: JSON.stringify(json),
    });
  await post('users/register', { ...person, role: 'individual' });
  const file = new Database(join(server.folder, 'certrace.sqlite'));
  file.exec('update users set email_verified_at = 1');
  const userId = file.prepare('select id from users').pluck().get();
  file.close();
  const { token } = await (await post('users/login', person)).json();
  const get = async (path: string, headers: Record<string, string>) => {
    const since = server.logs.length;
    const answer = await fetch(`${server.url}${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.7', ...headers },
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    const lines = () =>
      server.logs.slice(since).filter((entry) => entry.msg === 'request' && entry.path === path);
    await expect.poll(lines).toHaveLength(1);
    const line: Record<string, unknown> = lines()[0] ?? {};
    const { security, address, userId: by, status } = line;
    return { security, address, by, status };
  };
  const bearer = { authorization: `Bearer ${token}` };
  const refused = { security: 'access refused', address: '192.0.2.7' };
  expect(await get('/api/v1/issuers', bearer)).toEqual({ ...refused, by: userId, status: 403 });
  expect(await get('/api/v1/issuers', {})).toEqual({ ...refused, by: undefined, status: 401 });
  // What an account may not see is not found.
  expect(await get('/api/v1/webhooks/somebody-elses', bearer)).toEqual({
    ...refused,
    by: userId,
    status: 404,
  });
  // All other lines name account and address, too.
  const plain = { security: undefined, address: '192.0.2.7' };
  expect(await get('/api/v1/users/me', bearer)).toEqual({ ...plain, by: userId, status: 200 });
  expect(await get('/nothing', {})).toEqual({ ...plain, by: undefined, status: 404 });
});

it('puts the ID of a request into every line that it causes', async () => {
  const answer = await fetch(`${server.url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@people.example', password: 'not-a-password' }),
  });
  const requestId = answer.headers.get('x-request-id');
  const lines = () => server.logs.filter((line) => line.requestId === requestId).map(({ msg }) => msg);
  await expect.poll(lines).toEqual(expect.arrayContaining(['security: login failed', 'request']));
});

it('logs what a start migrated', () => {
  const line = server.logs.find(({ msg }) => msg === 'database migrated');
  expect(line).toMatchObject({ from: null, to: expect.stringMatching(/^\d{4}_/), copy: null });
  expect(line?.ms).toEqual(expect.any(Number));
});
