import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIssuer } from '#tests/support/added-issuer.ts';
import { freePort, startServer } from '#tests/support/server.ts';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Delivery = { state: string; status: number | null; error: string | null };

let folder: string;
let server: Awaited<ReturnType<typeof startServer>>;
let token: string;
let receivers: Receiver[];

const start = () =>
  startServer({
    folder,
    env: { ALLOW_PRIVATE_WEBHOOKS: '1', NODE_EXTRA_CA_CERTS: receiverCertificate().certFile },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certrace-webhooks-'));
  receivers = [];
  server = await start();
  token = addIssuer(join(folder, 'certrace.sqlite'));
});

afterEach(async () => {
  await server.stop();
  for (const receiver of receivers) await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function listen(options: Parameters<typeof startReceiver>[0] = {}): Promise<Receiver> {
  const receiver = await startReceiver(options);
  receivers.push(receiver);
  return receiver;
}

async function call(path: string, json?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  });
  expect(answer.ok).toBe(true);
  return await answer.json();
}

const register = async (url: string): Promise<string> =>
  (await call('webhooks', { url, types: ['certificate.issued', 'certificate.revoked'] })).webhook._id;

let courses = 0;
/** Issues a certificate. @returns its ID */
async function issue(): Promise<string> {
  courses += 1;
  const { certificate } = await call('certs/issue', {
    studentEmail: 'ingrid@students.example',
    studentName: 'Ingrid',
    courseName: `Course ${courses}`,
    issueDate: '2026-02-28',
  });
  return certificate.uniqueId;
}
const revoke = (uniqueId: string) => call(`certificates/${uniqueId}/revocation`, { reason: 'Wrong' });

async function killAndRestart() {
  server.kill('SIGKILL');
  expect((await server.exited).signal).toBe('SIGKILL');
  server = await start();
}

/** IDs of all events in the order in which they happened. */
const allEvents = async (): Promise<string[]> =>
  (await call('events?limit=100')).events.map(({ id }: { id: string }) => id);
/** IDs of the received events, without repetitions. */
const firsts = ({ received }: Receiver) => [...new Set(received.map(({ event }) => event.id))];
const deliveriesOf = async (webhookId: string): Promise<Delivery[]> =>
  (await call(`webhooks/${webhookId}/deliveries`)).deliveries;

const WAIT = { timeout: 30_000, interval: 50 };

it('a receiver that was down gets every event in order, also after a kill', async () => {
  const port = await freePort();
  await register(`https://127.0.0.1:${port}/hook`);
  const revoked = await issue();
  await issue();
  await revoke(revoked);
  // After the first failure, which puts the next try off.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await killAndRestart();
  await issue();
  const receiver = await listen({ port });
  const events = await allEvents();
  await expect.poll(() => firsts(receiver).length, WAIT).toBe(4);
  expect(firsts(receiver)).toEqual(events);
});

it('a kill right after the answer of the call that caused it loses no event', async () => {
  const receiver = await listen();
  await register(receiver.url);
  for (let round = 0; round < 5; round += 1) {
    await issue();
    await killAndRestart();
  }
  const events = await allEvents();
  expect(events).toHaveLength(5);
  await expect.poll(() => firsts(receiver).length, WAIT).toBe(5);
  expect(firsts(receiver)).toEqual(events);
});

it('a kill during a delivery sends its event again at the start, before the others', async () => {
  const receiver = await listen();
  receiver.answerWith(() => undefined);
  await register(receiver.url);
  for (let count = 0; count < 3; count += 1) await issue();
  await expect.poll(() => receiver.received.length, WAIT).toBe(1);
  server.kill('SIGKILL');
  await server.exited;
  receiver.answerWith(204);
  server = await start();
  const events = await allEvents();
  await expect.poll(() => firsts(receiver).length, WAIT).toBe(3);
  expect(receiver.ids()).toEqual([events[0], ...events]);
});

it('a slow, a dead and an endless receiver delay only themselves', async () => {
  const good = await listen();
  const bad = await listen();
  const closedAfter: number[] = [];
  let written = 0;
  const goodPath = new URL('/good', bad.url).href;
  bad.answerWith(({ path }, response) => {
    const began = performance.now();
    if (path === '/good') return void response.writeHead(204).end();
    if (path === '/slow') {
      response.writeHead(200).write('.');
      return void response.on('close', () => closedAfter.push(performance.now() - began));
    }
    const chunk = Buffer.alloc(16_384);
    const write = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  const [slow, , endless] = [
    await register(new URL('/slow', bad.url).href),
    await register(`https://127.0.0.1:${await freePort()}/dead`),
    await register(new URL('/endless', bad.url).href),
  ];
  await register(goodPath);
  await register(good.url);
  const began = performance.now();
  for (let count = 0; count < 10; count += 1) await issue();
  const toGoodPath = () => bad.received.filter(({ path }) => path === '/good');
  await expect.poll(() => [good.received.length, toGoodPath().length], WAIT).toEqual([10, 10]);
  expect(performance.now() - began).toBeLessThan(9_000);
  const events = await allEvents();
  expect(good.ids()).toEqual(events);
  expect(toGoodPath().map(({ event }) => event.id)).toEqual(events);

  await expect.poll(() => closedAfter.length, WAIT).toBeGreaterThan(0);
  expect(closedAfter[0]).toBeGreaterThan(9_500);
  expect(closedAfter[0]).toBeLessThan(15_000);
  expect((await deliveriesOf(slow)).at(-1)).toMatchObject({ state: 'waiting', status: null });
  // At most 64 KB of each answer, and what the sockets buffer.
  expect(written).toBeLessThan(10 * 8_388_608);
  expect((await deliveriesOf(endless)).map(({ state }) => state)).toEqual(Array(10).fill('delivered'));
});
