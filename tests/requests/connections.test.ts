import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '#app/server/listener.server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let server: Server;
let started: string[];
let clients: Socket[];

async function listen(environment: Record<string, string> = {}) {
  testEnvironment(environment);
  server = createHttpServer(() => async (request) => {
    started.push(new URL(request.url).pathname);
    return new Response('ok\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

beforeEach(() => {
  started = [];
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
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  return client;
}

const ask = (client: Socket, path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

/** The status of the next answer, or null when the connection ends without one. */
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

describe('a client that resets its connection right after its request', () => {
  it('starts no work', async () => {
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

describe('at MAX_CONNECTIONS', () => {
  it('connections that wait for a next request make room for new ones', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const idle = await Promise.all(Array.from({ length: 10 }, open));
    for (const client of idle) expect(await statusOf(client, '/first')).toBe(200);
    const evicted = idle.map((client) => once(client, 'close'));
    expect(await statusOf(await open(), '/dropped')).toBeNull();
    await Promise.all(evicted);
    expect(await statusOf(await open(), '/next')).toBe(200);
    expect(started).not.toContain('/dropped');
  });

  it('connections whose request is under way stay', async () => {
    await listen({ MAX_CONNECTIONS: '10' });
    const [busy, ...idle] = await Promise.all([open(), ...Array.from({ length: 9 }, open)]);
    for (const client of idle) await statusOf(client, '/first');
    busy.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nab');
    const evicted = idle.map((client) => once(client, 'close'));
    expect(await statusOf(await open(), '/dropped')).toBeNull();
    await Promise.all(evicted);
    expect(busy.readyState).toBe('open');
    busy.write('cd');
    expect(await nextStatus(busy)).toBe(200);
  });
});
