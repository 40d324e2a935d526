import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { makeLargeCourses } from '#tests/support/costly-data.ts';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { hasNginx, startNginx } from '#tests/support/nginx.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';

/** Number of the address of a flood, another one for each; health checks come from 127.0.0.1. */
let attacker = 60;

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let nginxFolder: string;
let sockets: Socket[] = [];

beforeAll(async () => {
  if (!hasNginx) return;
  const folder = folders.make();
  openSite(folder);
  await makeLargeCourses();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
  nginxFolder = join(folder, 'nginx');
  nginx = await startNginx(server.port, nginxFolder);
}, 180_000);

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  attacker += 1;
});

afterAll(async () => {
  await nginx?.stop();
  await server?.stop();
  folders.removeAll();
});

function open(bytes: string): Socket {
  const socket = connect({ port: nginx.port, host: '127.0.0.1', localAddress: `127.0.0.${attacker}` });
  socket.on('error', () => undefined);
  socket.write(bytes);
  sockets.push(socket);
  return socket;
}

/** Checks the health through the proxy for some seconds and returns the longest time. */
function slowestCheck(ms: number): Promise<number> {
  const until = performance.now() + ms;
  return slowestCheckUntil({ port: nginx.port, pid: server.pid }, () => performance.now() > until);
}

const ask = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
const chunked = (path: string, type: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
const FORM = 'application/x-www-form-urlencoded';
const UPLOAD = 'multipart/form-data; boundary=b';
const wide = `{${Array.from({ length: 70_000 }, (_, n) => `"n${n}":1`).join()}}`;

/** Number of connections of each flood, and the bytes sent on each of them. */
const FLOODS: [string, number, () => string][] = [
  ['pipelined requests for pages that are not cached', 90, () => ask('/?redirectTo=x').repeat(200)],
  ['pipelined calls of the API', 90, () => ask('/api/v1/users/courses').repeat(400)],
  ['thousands of requests in one packet', 400, () => ask('/').repeat(1_800)],
  ['headers that never end', 400, () => 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '],
  ['bodies that never end', 300, () => post('/login', FORM, 60_000, 'x'.repeat(50_000))],
  ['uploads that never end', 300, () => post('/authentication', UPLOAD, 900_000, 'x'.repeat(50_000))],
  ['bodies in chunks of one byte', 50, () => chunked('/login', FORM, '1\r\nx\r\n'.repeat(30_000))],
  ['uploads in chunks of one byte', 50, () => chunked('/check', UPLOAD, '1\r\nx\r\n'.repeat(30_000))],
  [
    'chunk extensions',
    200,
    () => chunked('/check', UPLOAD, `28;${'a'.repeat(16_000)}\r\n${'x'.repeat(40)}\r\n`.repeat(400)),
  ],
  ['forms of separators', 20, () => post('/', FORM, 60_000, 'a&'.repeat(30_000)).repeat(2)],
  ['JSON of many names', 20, () => post('/api/v1/users/login', 'application/json', wide.length, wide)],
];

describe.runIf(hasNginx)('behind the nginx of deploy/, others are served within a second', () => {
  it.each(FLOODS)('during a flood of %s', async (_name, count, bytes) => {
    const before = residentBytes(server.pid);
    const sent = bytes();
    for (let n = 0; n < count; n += 1) open(sent).resume();
    expect(await slowestCheck(3_000)).toBeLessThan(1_000);
    expect(residentBytes(server.pid) - before).toBeLessThan(150_000_000);
  });

  it('while thousands of connections of an address send requests and read no response', async () => {
    const slowest = slowestCheck(6_000);
    for (let n = 0; n < 2_000; n += 1) {
      if (n % 100 === 0) await delay(100);
      open(ask('/').repeat(15)).pause();
    }
    expect(await slowest).toBeLessThan(1_000);
  });

  it('while an address leaves 100 catalogues of a megabyte unread', async () => {
    const before = residentBytes(server.pid);
    for (let n = 0; n < 100; n += 1) open(ask('/api/v1/users/courses?limit=200')).pause();
    const slowest = await slowestCheck(5_000);
    const grown = residentBytes(server.pid) - before;
    if (process.env.SHOW_FIGURES) console.log(`${Math.round(slowest)} ms, ${Math.round(grown / 1e6)} MB`);
    expect(slowest).toBeLessThan(1_000);
    expect(grown).toBeLessThan(200_000_000);
  });

  it('the access log names requests without queries and tokens', async () => {
    const token = 'a1B2_'.repeat(9);
    const paths = [
      `/reset-password/${token}?x=1`,
      `/holder/${token}.data`,
      `/%68older/${token}`,
      '/faq?email=a@b.example',
    ];
    for (const path of paths) {
      await fetch(`http://127.0.0.1:${nginx.port}${path}`, { headers: { Referer: `http://x/${token}` } });
    }
    const logged = () => readFileSync(join(nginxFolder, 'certrace.log'), 'utf8');
    // nginx writes the line of a request after its response.
    await expect.poll(logged).toMatch(/ GET \/faq 200 /);
    const lines = logged();
    expect(lines).toMatch(/^127\.0\.0\.1 \[\S+\] GET \/reset-password\/\[redacted\] \d+ \d+ [\d.]+ [\w-]+$/m);
    expect(lines).not.toMatch(new RegExp(`${token.slice(0, 12)}|email=|x=1`));
    expect(
      existsSync(join(nginxFolder, 'all.log')) && readFileSync(join(nginxFolder, 'all.log'), 'utf8'),
    ).toBe('');
  });

  it('requests beyond the limits of an address get 429, and those of others do not', async () => {
    const flood = open(ask('/faq').repeat(20_000));
    let answers = '';
    flood.on('data', (chunk) => {
      answers += chunk;
    });
    await expect.poll(() => answers, { timeout: 10_000 }).toContain('HTTP/1.1 429');
    const other = await fetch(`http://127.0.0.1:${nginx.port}/faq`);
    expect(other.status).toBe(200);
  });
});

it('30 unread responses of a static file delay nobody of the same address', async () => {
  const alone = await startServer({ env: { LOG_LEVEL: 'error' } });
  for (let n = 0; n < 30; n += 1) {
    const socket = connect({ port: alone.port, host: '127.0.0.1' });
    sockets.push(socket.on('error', () => undefined).pause());
    socket.write(ask('/check/offline.html').repeat(15));
  }
  await delay(1_000);
  const answer = await fetch(`http://127.0.0.1:${alone.port}/faq`, { signal: AbortSignal.timeout(5_000) });
  expect(answer.status).toBe(200);
  await alone.stop();
});
