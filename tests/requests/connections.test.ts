import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerBuild } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '#app/server/edge/edge.server.ts';
import { learnRouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { createHttpServer, type HttpServerOptions, stopListening } from '#app/server/listener.server.ts';
import { declaredCalls } from '#app/server/pages/api-calls.server.ts';
import { noteSharedBody } from '#app/server/sockets/connections.server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const build = (await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).href
)) as ServerBuild;
learnRouteNeeds(build.routes, declaredCalls(build));

/** A response larger than the buffers of a connection. */
const LARGE = Buffer.alloc(32 * 1_048_576);

let server: Server;
let closeIdle: () => void;
let started: string[];
/** Codes of the errors that ended bodies. */
let ended: string[];
let clients: Socket[];

async function listen(environment: Record<string, string> = {}, options: HttpServerOptions = {}) {
  testEnvironment(environment);
  const handler: Handler = async (request, { outgoing }) => {
    const { pathname } = new URL(request.url);
    started.push(pathname);
    if (pathname === '/shared') noteSharedBody(outgoing);
    if (pathname !== '/unread') await request.text().catch((error) => ended.push(error.code));
    return new Response(pathname === '/large' || pathname === '/shared' ? LARGE : 'ok\n');
  };
  ({ server, closeIdle } = createHttpServer(() => handler, options));
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

async function open(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  return client;
}

const ask = (client: Socket, path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

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
    await listen({}, { bodyTimeoutMs: 200 });
    const began = performance.now();
    expect(await upload(1)).toBe(200);
    expect(ended).toEqual(['timeout']);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('of 12 KB per second may take longer than it may fall behind', async () => {
    await listen({}, { bodyTimeoutMs: 200 });
    expect(await upload(600)).toBe(200);
    expect(ended).toEqual([]);
  });
});

/** Asks for a path on a new connection, and reads nothing. */
async function leaveUnread(path: string): Promise<Socket> {
  const client = await open();
  client.pause();
  const before = started.length;
  ask(client, path);
  await expect.poll(() => started.length).toBe(before + 1);
  return client;
}

describe('responses that clients do not read', () => {
  it('delay no other request of their address', async () => {
    await listen();
    for (let n = 0; n < 3; n += 1) await leaveUnread('/large');
    expect(await statusOf(await open(), '/other')).toBe(200);
  });

  it('end their connections, the oldest first, beyond the bytes that the process may hold', async () => {
    await listen({}, { unsentBytes: 2.5 * LARGE.length, stillMs: 500 });
    const unread: Socket[] = [];
    for (let n = 0; n < 3; n += 1) unread.push(await leaveUnread('/large'));
    const reading = await open();
    let bytes = 0;
    ask(reading, '/large');
    // Slow, but never still.
    reading.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      reading.pause();
      setTimeout(() => reading.resume(), 15);
    });
    const held = () => new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
    await expect.poll(held, { timeout: 8_000 }).toBeLessThanOrEqual(2);
    expect(await statusOf(await open(), '/other')).toBe(200);
    await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(LARGE.length);
    for (const client of unread) client.resume();
    await expect.poll(() => closedOf(unread), { timeout: 5_000 }).toEqual([0, 1]);
  });

  it('stay while the process holds few bytes, which shared bodies are', async () => {
    await listen({}, { unsentBytes: 1.5 * LARGE.length, stillMs: 200 });
    const unread = [await leaveUnread('/large')];
    for (let n = 0; n < 4; n += 1) unread.push(await leaveUnread('/shared'));
    await delay(2_500);
    for (const client of unread) client.resume();
    await delay(500);
    expect(closedOf(unread)).toEqual([]);
  });
});

describe('a connection', () => {
  it('has its pipelined requests answered in order, up to 1,000', async () => {
    await listen();
    const client = await open();
    const paths = Array.from({ length: 1_000 }, (_, n) => `/${n}`);
    let text = '';
    client.on('data', (bytes) => {
      text += bytes;
    });
    for (const path of paths) ask(client, path);
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length, { timeout: 5_000 }).toBe(1_000);
    expect(started).toEqual(paths);
    expect(text.split('HTTP/1.1 200').at(-1)).toMatch(/^connection: close$/im);
  });

  it('beyond MAX_CONNECTIONS is closed, and the others stay', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const first: Socket[] = [];
    for (let n = 0; n < 10; n += 1) first.push(await open());
    const late = await open();
    await closing(late);
    for (const client of first) expect(await statusOf(client, '/next')).toBe(200);
  });
});

/** The indexes of the clients whose connections are closed. */
const closedOf = (clients: Socket[]) => clients.flatMap(({ closed }, index) => (closed ? [index] : []));

/** Resolves when a connection is closed or reset. */
const closing = (client: Socket) => new Promise((resolve) => client.once('close', resolve));

describe('a client that sends more than its requests need', () => {
  it('gets an error once for malformed bytes, and loses its connection after a megabyte of them', async () => {
    await listen();
    let errors = 0;
    server.on('clientError', () => {
      errors += 1;
    });
    const [client, endless] = [await open(), await open()];
    ask(client, '/first');
    client.write(`nonsense\r\n\r\n${'x'.repeat(500_000)}`);
    expect(await statusesOf(client)).toEqual([200]);
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
  const CASES: [string, string, number][] = [
    ['CONNECT', 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
    ['malformed bytes', 'nonsense\r\n\r\n', 400],
  ];
  it.each(CASES)('%s gets its response, and the connection closes', async (_name, bytes, status) => {
    await listen();
    const client = await open();
    expect(await statusOf(client, '/first')).toBe(200);
    client.write(bytes);
    expect(await statusesOf(client)).toEqual([status]);
  });

  it.each(CASES)('%s behind requests leaves them their responses', async (_name, bytes) => {
    await listen();
    const client = await open();
    ask(client, '/first');
    ask(client, '/second');
    client.write(bytes);
    expect(await statusesOf(client)).toEqual([200, 200]);
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

  it('CONNECT behind unread responses does not block the event loop', async () => {
    await listen();
    for (let n = 0; n < 5; n += 1) {
      const client = await open();
      client.pause();
      for (let m = 0; m < 3; m += 1) ask(client, '/large');
      client.write('CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    }
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
