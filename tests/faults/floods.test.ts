import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { healthCheck, slowestCheckUntil } from '#tests/support/health.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';

/** Address of the floods; health checks come from 127.0.0.1. */
const ATTACKER = '127.0.0.66';

let server: Awaited<ReturnType<typeof startServer>>;
let sockets: Socket[] = [];

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'error' } });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  // Thousands of closed connections take the server a second, which is not the next test's.
  for (let quick = 0; quick < 5; quick = (await healthCheck(server.port)) < 100 ? quick + 1 : 0);
});

afterAll(async () => {
  await server.stop();
});

function open(localAddress = ATTACKER): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.resume();
  sockets.push(socket);
  return socket;
}

/** Checks the health repeatedly for some seconds and returns the longest time. */
function slowestCheck(ms = 4_000): Promise<number> {
  const until = performance.now() + ms;
  return slowestCheckUntil(server, () => performance.now() > until);
}

const ask = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${server.url}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
const FORM = 'application/x-www-form-urlencoded';
const CHUNKED =
  'POST /api/v1/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const wide = `{${Array.from({ length: 70_000 }, (_, n) => `"n${n}":1`).join()}}`;

/** Number of connections of each flood, and the bytes sent on each of them. */
const FLOODS: Record<string, { sockets: number; bytes: () => string }> = {
  'pipelined requests for a page that is the same for everybody': {
    sockets: 8,
    bytes: () => ask('/api/docs', 'Accept-Encoding: br').repeat(400),
  },
  'pipelined requests for that page, each with another cookie and spelling': {
    sockets: 8,
    bytes: () =>
      Array.from({ length: 400 }, (_, n) =>
        ask(n % 2 ? '/API/docs/' : `/api/docs?n=${n}`, `Cookie: certrace_session=${n}; theme=${n}`),
      ).join(''),
  },
  'pipelined requests for that page with a flash': {
    sockets: 8,
    bytes: () => ask('/api/docs', 'Cookie: certrace_flash=x', 'Accept-Encoding: br').repeat(400),
  },
  'pipelined requests for pages that are not cached': {
    sockets: 8,
    bytes: () => ask('/?redirectTo=x', 'Accept-Encoding: br').repeat(400),
  },
  'pipelined requests that are not found': { sockets: 8, bytes: () => ask('/nothing').repeat(400) },
  'pipelined calls of the API': { sockets: 8, bytes: () => ask('/api/v1/users/courses').repeat(400) },
  'thousands of requests in one packet': { sockets: 400, bytes: () => ask('/').repeat(1_800) },
  'chunk extensions': {
    sockets: 200,
    bytes: () => CHUNKED + `28;${'a'.repeat(16_000)}\r\n${'x'.repeat(40)}\r\n`.repeat(400),
  },
  'forms of separators': {
    sockets: 20,
    bytes: () => post('/', FORM, 60_000, 'a&'.repeat(30_000)).repeat(2),
  },
  'JSON of many names': {
    sockets: 20,
    bytes: () => post('/api/v1/users/login', 'application/json', wide.length, wide),
  },
};

describe('the health check responds within a second', () => {
  it.each(Object.keys(FLOODS))('during a flood of %s', async (name) => {
    const { sockets: count, bytes } = FLOODS[name] ?? { sockets: 0, bytes: () => '' };
    const flood = Array.from({ length: count }, () => open());
    const sent = bytes();
    for (const socket of flood) socket.write(sent);
    expect(await slowestCheck()).toBeLessThan(1_000);
  });

  it('while one address opens 700 silent connections, of which the server keeps 500', async () => {
    const idle = Array.from({ length: 700 }, () => open());
    expect(await slowestCheck(2_000)).toBeLessThan(1_000);
    expect(idle.filter((socket) => !socket.destroyed && socket.readyState === 'open').length).toBe(500);
  });

  it('while thousands of connections send requests and read no response', async () => {
    const ends = performance.now() + 6_000;
    const slowest = slowestCheckUntil(server, () => performance.now() > ends);
    const requests = ask('/').repeat(15);
    for (let n = 0; n < 5_000; n += 1) {
      if (n % 250 === 0) await delay(100);
      const socket = open(`127.0.0.${70 + (n % 10)}`);
      socket.pause();
      socket.write(requests);
    }
    expect(await slowest).toBeLessThan(1_000);
  });

  it('while bodies arrive in chunks of one byte, in little memory', async () => {
    const before = residentBytes(server.pid);
    for (let n = 0; n < 12; n += 1) open().write(CHUNKED + '1\r\nx\r\n'.repeat(60_000));
    expect(await slowestCheck(2_000)).toBeLessThan(1_000);
    expect(residentBytes(server.pid) - before).toBeLessThan(150_000_000);
  });

  it('while hundreds of bodies never end, in little memory', async () => {
    const before = residentBytes(server.pid);
    for (let n = 0; n < 300; n += 1) {
      if (n % 25 === 0) await delay(20);
      const path = n % 2 ? '/api/v1/users/login' : '/';
      const type = n % 2 ? 'application/json' : FORM;
      open().write(post(path, type, 65_536, 'x'.repeat(65_535)));
      open(`127.0.0.${100 + (n % 50)}`).write(post(path, type, 1_048_576, 'x'.repeat(1_000_000)));
    }
    expect(await slowestCheck(3_000)).toBeLessThan(1_000);
    expect(residentBytes(server.pid) - before).toBeLessThan(150_000_000);
  });
});
