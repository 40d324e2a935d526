import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerBuild } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '#app/server/edge/edge.server.ts';
import { learnRouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { createHttpServer, stopListening } from '#app/server/listener.server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const { routes } = (await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).href
)) as ServerBuild;
learnRouteNeeds(routes);

/** A response larger than the buffers of a connection. */
const LARGE = Buffer.alloc(32 * 1_048_576);

let server: Server;
let closeIdle: () => void;
let started: string[];
/** Codes of the errors that ended bodies. */
let ended: string[];
let clients: Socket[];

async function listen(environment: Record<string, string> = {}, bodyTimeoutMs?: number) {
  testEnvironment(environment);
  const handler: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    started.push(pathname);
    if (pathname !== '/unread') await request.text().catch((error) => ended.push(error.code));
    return new Response(pathname === '/large' ? LARGE : 'ok\n');
  };
  ({ server, closeIdle } = createHttpServer(
    () => handler,
    bodyTimeoutMs === undefined ? undefined : { bodyTimeoutMs },
  ));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

beforeEach(() => {
  started = [];
  ended = [];
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', localAddress });
  client.on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  return client;
}

const ask = (client: Socket, path: string, ...headers: string[]) =>
  client.write(`${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`);

/** The status of the next response, or null when the connection closes without one. */
const nextStatus = (client: Socket) =>
  new Promise<number | null>((resolve) => {
    let text = '';
    client.on('data', (bytes) => {
      text += bytes;
      if (text.includes('ok\n')) resolve(Number(text.split(' ', 2)[1]));
    });
    client.once('close', () => resolve(null));
  });

function statusOf(client: Socket, path: string) {
  ask(client, path);
  return nextStatus(client);
}

describe('a request whose connection is reset at once', () => {
  it('is not handled', async () => {
    await listen();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await open();
        ask(client, '/gone');
        client.resetAndDestroy();
      }),
    );
    expect(await statusOf(await open(), '/present')).toBe(200);
    expect(started).toEqual(['/present']);
  });
});

describe('a flood of requests', () => {
  it('takes turns by address with other requests', async () => {
    await listen();
    const flood = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.2')));
    const other = await open('127.0.0.3');
    for (const client of flood) for (let n = 0; n < 20; n += 1) ask(client, '/flood');
    expect(await statusOf(other, '/other')).toBe(200);
    await expect.poll(() => started.length).toBe(401);
    expect(started.indexOf('/other')).toBeLessThan(200);
  });

  it('takes turns by client address behind a proxy', async () => {
    await listen({ TRUST_PROXY: '1' });
    const [other = await open(), ...flood] = await Promise.all(Array.from({ length: 101 }, () => open()));
    await Promise.all([other, ...flood].map((client) => statusOf(client, '/before')));
    started = [];
    for (const client of flood) ask(client, '/flood', 'X-Forwarded-For: 192.0.2.1');
    ask(other, '/other', 'X-Forwarded-For: 192.0.2.2');
    await expect.poll(() => started.length).toBe(101);
    expect(started.indexOf('/other')).toBeLessThan(50);
  });
});

describe('an upload', () => {
  /** Sends an upload of 6,000 bytes, some of them every 50 ms, until its body has ended. */
  async function upload(sent: number) {
    const client = await open();
    const head = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 6000';
    client.write(`POST /authentication HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
    const answered = nextStatus(client);
    for (let n = 0; n < 6_000 / sent && ended.length === 0; n += 1) {
      await delay(50);
      client.write('x'.repeat(sent));
    }
    return answered;
  }

  it('that hardly sends ends', async () => {
    await listen({}, 200);
    const began = performance.now();
    expect(await upload(1)).toBe(200);
    expect(ended).toEqual(['timeout']);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('of 12 KB per second may take longer than it may fall behind', async () => {
    await listen({}, 200);
    expect(await upload(600)).toBe(200);
    expect(ended).toEqual([]);
  });
});

describe('hundreds of idle connections', () => {
  it('are read in turns when all of them send requests at once', async () => {
    await listen();
    const clients = await Promise.all(Array.from({ length: 300 }, () => open()));
    await Promise.all(clients.map((client) => statusOf(client, '/before')));
    let inTurn = 0;
    let most = 0;
    server.prependListener('request', () => {
      if (inTurn === 0) {
        setImmediate(() => {
          inTurn = 0;
        });
      }
      inTurn += 1;
      most = Math.max(most, inTurn);
    });
    for (const client of clients) for (let n = 0; n < 5; n += 1) ask(client, '/at-once');
    await expect.poll(() => started.length, { timeout: 5_000 }).toBe(1_800);
    expect(most).toBeLessThan(400);
  });
});

describe('pipelined requests of one connection', () => {
  it('start once the client has read the earlier responses', async () => {
    await listen();
    const client = await open();
    client.pause();
    for (const path of ['/large', '/second']) ask(client, path);
    await expect.poll(() => started).toEqual(['/large']);
    for (let n = 0; n < 10; n += 1) expect(await statusOf(await open('127.0.0.2'), '/other')).toBe(200);
    expect(started).not.toContain('/second');
    client.resume();
    await expect.poll(() => started).toContain('/second');
  });
});

describe('the responses that an address does not read', () => {
  it('delay its further requests and health checks of nobody', async () => {
    await listen();
    const unread = await open();
    unread.pause();
    ask(unread, '/large');
    await expect.poll(() => started).toEqual(['/large']);
    const [waiting, gone] = [await open(), await open()];
    const answered = statusOf(waiting, '/waiting');
    ask(gone, '/gone');
    expect(await statusOf(await open(), '/healthz')).toBe(200);
    for (let n = 0; n < 5; n += 1) expect(await statusOf(await open('127.0.0.2'), '/other')).toBe(200);
    expect(started).not.toContain('/waiting');
    gone.destroy();
    unread.resume();
    expect(await answered).toBe(200);
    expect(started).not.toContain('/gone');
  });
});

/** Resolves when a connection is closed or reset. */
const closing = (client: Socket) => new Promise((resolve) => client.once('close', resolve));

describe('a client that sends more than its requests need', () => {
  it('loses its connection after 20 pipelined requests', async () => {
    await listen();
    let parsed = 0;
    server.prependListener('request', () => {
      parsed += 1;
    });
    const client = await open();
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_500));
    await closing(client);
    expect(parsed).toBe(21);
    expect(await statusOf(await open(), '/other')).toBe(200);
  });

  it('loses its connection when chunk extensions are much longer than the body', async () => {
    await listen();
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = (extension: number, chunk: number) =>
      `${`${chunk.toString(16)};${'a'.repeat(extension)}\r\n${'b'.repeat(chunk)}\r\n`.repeat(60)}0\r\n\r\n`;
    const fair = await open();
    fair.write(head + body(1_000, 16_000));
    expect(await nextStatus(fair)).toBe(200);
    const client = await open();
    client.write(head + body(16_000, 1_000));
    expect(await nextStatus(client)).toBeNull();
  });

  it('gets one 400 for malformed bytes, and loses its connection after a megabyte of them', async () => {
    await listen();
    let errors = 0;
    server.on('clientError', () => {
      errors += 1;
    });
    const [client, endless] = [await open(), await open()];
    ask(client, '/first');
    client.write(`nonsense\r\n\r\n${'x'.repeat(500_000)}`);
    expect(await statusesOf(client)).toEqual([200, 400]);
    expect(errors).toBe(1);
    endless.pause();
    ask(endless, '/large');
    endless.write(`nonsense\r\n\r\n${'x'.repeat(20_000_000)}`);
    await closing(endless.resume());
    expect(errors).toBe(2);
    expect(endless.bytesRead).toBeLessThan(LARGE.length);
  });
});

/** The statuses of all responses until the connection closes. */
async function statusesOf(client: Socket): Promise<number[]> {
  const chunks: Buffer[] = [];
  client.on('data', (bytes: Buffer) => chunks.push(bytes));
  await once(client, 'close');
  return [
    ...Buffer.concat(chunks)
      .toString('latin1')
      .matchAll(/HTTP\/1\.1 (\d+)/g),
  ].map(([, status]) => Number(status));
}

describe('CONNECT and malformed input', () => {
  it.each([
    ['CONNECT', 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', [200, 200, 405]],
    ['malformed bytes', 'nonsense\r\n\r\n', [200, 200, 400]],
    [
      'a malformed chunk',
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      [200, 200, 400],
    ],
  ])('%s gets its response after the earlier requests', async (_name, bytes, statuses) => {
    await listen();
    const client = await open();
    ask(client, '/first');
    ask(client, '/second');
    client.write(bytes);
    expect(await statusesOf(client)).toEqual(statuses);
  });

  it('a malformed chunk gets a 400 in place of its request’s response', async () => {
    await listen();
    const client = await open();
    expect(await statusOf(client, '/first')).toBe(200);
    client.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(() => started).toContain('/slow');
    client.write('zz\r\n');
    expect(await statusesOf(client)).toEqual([400]);
  });

  it('CONNECT behind unread responses does not block its address or the event loop', async () => {
    await listen();
    for (let n = 0; n < 5; n += 1) {
      const client = await open();
      client.pause();
      for (let m = 0; m < 15; m += 1) ask(client, '/large');
      client.write('CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    }
    // The others wait until the address has read what it asked for.
    await expect.poll(() => started.length).toBeGreaterThan(0);
    for (let n = 0; n < 10; n += 1) expect(await statusOf(await open(), '/other')).toBe(200);
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });
});

describe('a closing server', () => {
  it('still sends responses to clients that read slowly', async () => {
    await listen();
    const client = await open();
    client.pause();
    ask(client, '/large');
    await expect.poll(() => started).toEqual(['/large']);
    stopListening(server);
    let bytes = 0;
    client.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    client.resume();
    await expect.poll(() => bytes, { timeout: 5_000 }).toBeGreaterThan(LARGE.length);
    closeIdle();
    await once(client, 'close');
  });
});

/** Opens connections from an address one by one. */
async function openSome(count: number, address?: string): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let n = 0; n < count; n += 1) opened.push(await open(address));
  return opened;
}

/** Sends a request with an incomplete body. */
const startUpload = (client: Socket) =>
  client.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nab');

/** The indexes of the clients whose connections are closed. */
const closedOf = (clients: Socket[]) => clients.flatMap(({ closed }, index) => (closed ? [index] : []));

describe('at MAX_CONNECTIONS, a new connection replaces', () => {
  it('the oldest silent connection of the address with the most connections', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const few = await openSome(4, '127.0.0.2');
    const many = await openSome(6, '127.0.0.3');
    many[1]?.write('GET /never-whole HTTP/1.1\r\nHost: local');
    for (const path of ['/first', '/second']) expect(await statusOf(await open(), path)).toBe(200);
    await expect.poll(() => [closedOf(few), closedOf(many)]).toEqual([[], [0, 1]]);
  });

  it('the connection that has been idle longest', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const idle = await openSome(10);
    for (const client of idle.toReversed()) expect(await statusOf(client, '/first')).toBe(200);
    expect(await statusOf(await open(), '/next')).toBe(200);
    await expect.poll(() => closedOf(idle)).toEqual([9]);
  });

  it('an idle connection rather than one with a running request', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const [busy = await open(), ...idle] = await openSome(10);
    startUpload(busy);
    await expect.poll(() => started.length).toBe(1);
    expect(await statusOf(await open(), '/next')).toBe(200);
    await expect.poll(() => closedOf(idle)).toEqual([0]);
    busy.write('cd');
    expect(await nextStatus(busy)).toBe(200);
  });

  it('the oldest connection of an address that has all of them, even with running requests', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const slow = await openSome(10, '127.0.0.2');
    for (const client of slow) startUpload(client);
    await expect.poll(() => started.length).toBe(10);
    const clients = await openSome(2, '127.0.0.3');
    for (const client of clients) expect(await statusOf(client, '/next')).toBe(200);
    await expect.poll(() => closedOf(slow)).toEqual([0, 1]);
    expect(closedOf(clients)).toEqual([]);
  });

  it('no connection with a running request behind a proxy', async () => {
    await listen({ MAX_CONNECTIONS: '10', TRUST_PROXY: '1' });
    const busy = await openSome(10);
    for (const client of busy) startUpload(client);
    await expect.poll(() => started.length).toBe(10);
    expect(await statusOf(await open(), '/next')).toBeNull();
    expect(closedOf(busy)).toEqual([]);
  });
});

describe('at MAX_CONNECTIONS_PER_ADDRESS, a new connection replaces', () => {
  it('the oldest silent connection of its address', async () => {
    await listen({ MAX_CONNECTIONS_PER_ADDRESS: '3', RATE_LIMITS: 'on' });
    const [others, silent] = [await openSome(3, '127.0.0.2'), await openSome(3)];
    expect(await statusOf(await open(), '/next')).toBe(200);
    await expect.poll(() => [closedOf(others), closedOf(silent)]).toEqual([[], [0]]);
  });

  it('no connection with a running request', async () => {
    await listen({ MAX_CONNECTIONS_PER_ADDRESS: '3', RATE_LIMITS: 'on' });
    const busy = await openSome(3);
    for (const client of busy) startUpload(client);
    await expect.poll(() => started.length).toBe(3);
    expect(await statusOf(await open(), '/next')).toBeNull();
    expect(closedOf(busy)).toEqual([]);
  });
});
