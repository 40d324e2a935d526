import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolders } from '#tests/support/backups.ts';
import { parseOpenMetrics } from '#tests/support/open-metrics.ts';
import { startServer } from '#tests/support/server.ts';
import { connectWorkers, workerPids } from '#tests/support/workers.ts';

const WORKERS = 2;
const TIMEOUT_SECONDS = 3;
const TOKEN = 'a-token-of-the-tests';
const KILLED = 'a worker does not respond and is killed';
const MISSIONS_SEEN = 3;
const MISSIONS = 'certrace_http_request_duration_seconds_count{route="/mission",method="GET",status="2xx"}';

/** For a test that waits for a worker that hangs while it starts. */
const SLOW_MS = 60_000;

const folders = temporaryFolders();
/** A file without which no worker starts. */
const dkimKey = join(folders.make(), 'dkim.pem');
let server: Awaited<ReturnType<typeof startServer>>;

/** Waits until all workers serve, and returns their ids. */
async function allServe() {
  await expect
    .poll(
      () =>
        connectWorkers(server, WORKERS).then(
          (connected) => connected.close(),
          () => 'not all',
        ),
      { timeout: 40_000 },
    )
    .toBe(undefined);
  return workerPids(server);
}

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  writeFileSync(dkimKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  server = await startServer({
    env: {
      WEB_CONCURRENCY: String(WORKERS),
      WORKER_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
      METRICS_TOKEN: TOKEN,
      DKIM_DOMAIN: 'certrace.example',
      DKIM_SELECTOR: 'mail',
      DKIM_PRIVATE_KEY_FILE: dkimKey,
    },
  });
  const workers = await connectWorkers(server, WORKERS);
  for (const worker of Array(MISSIONS_SEEN).keys()) await workers.on(worker, '/mission');
  workers.close();
});
afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

/** Reads the metrics over a connection of its own, which goes to a worker that accepts it. */
async function metrics() {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const options = { port: server.port, host: '127.0.0.1', path: '/metrics', agent: false, headers };
  const [response] = (await once(get(options), 'response')) as [IncomingMessage];
  return parseOpenMetrics(await text(response));
}

/** Opens connections and sends a request over each. Returns those that wait while the others have their responses. */
async function connections(count: number, waiting: number) {
  const all = Array.from({ length: count }, () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    return socket;
  });
  const answered = new Set<Socket>();
  for (const socket of all) socket.once('data', () => answered.add(socket));
  await expect.poll(() => answered.size).toBe(count - waiting);
  return { all, waiting: all.filter((socket) => !answered.has(socket)) };
}

const closed = (sockets: Socket[]) => sockets.filter((socket) => socket.closed).length;

function signalAll(signal: NodeJS.Signals) {
  for (const pid of [server.pid, ...workerPids(server)]) process.kill(pid, signal);
}

it('kills and replaces a worker that hangs, while the other one responds', async () => {
  const [hung = 0, other = 0] = workerPids(server);
  expect((await metrics()).get(MISSIONS)).toBe(MISSIONS_SEEN);
  process.kill(hung, 'SIGSTOP');
  const { all } = await connections(4, 1);
  // The figures of the worker that does not answer count, too.
  expect((await metrics()).get(MISSIONS)).toBe(MISSIONS_SEEN);
  const killed = () => server.logs.filter(({ msg }) => msg === KILLED);
  await expect.poll(killed, { timeout: 20_000 }).toHaveLength(1);
  const lines = killed();
  expect(lines).toMatchObject([{ pid: hung, seconds: TIMEOUT_SECONDS, worker: expect.any(Number) }]);
  const pids = await allServe();
  expect(pids).toContain(other);
  expect(pids).not.toContain(hung);
  const samples = await metrics();
  expect(samples.get(MISSIONS)).toBe(MISSIONS_SEEN);
  expect(samples.get('certrace_workers_ended_total{reason="hung"}')).toBe(1);
  expect(samples.get('certrace_workers_ended_total{reason="ended"}')).toBe(0);
  for (const socket of all) socket.destroy();
});

it('kills no worker when the whole machine was suspended', async () => {
  const pids = await allServe();
  signalAll('SIGSTOP');
  await delay(TIMEOUT_SECONDS * 1_000 + 1_500);
  const before = server.logs.length;
  signalAll('SIGCONT');
  // The primary looks each second.
  await delay(2_500);
  expect(workerPids(server)).toEqual(pids);
  expect(server.logs.slice(before).map(({ msg }) => msg)).not.toContain(KILLED);
});

it('resets the connections of a worker that is killed at once, and keeps what it counted', async () => {
  const [first = 0] = workerPids(server);
  const { all: open } = await connections(4, 0);
  process.kill(first, 'SIGSTOP');
  const { all: late } = await connections(3, 1);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => closed(open)).toBeGreaterThan(0);
  await allServe();
  const samples = await metrics();
  expect(samples.get(MISSIONS)).toBe(MISSIONS_SEEN);
  expect(samples.get('certrace_workers_ended_total{reason="ended"}')).toBe(1);
  for (const socket of [...open, ...late]) socket.destroy();
});

it(
  'kills and replaces a worker that hangs while it starts',
  async () => {
    const pids = await allServe();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    const started = () => workerPids(server).filter((pid) => !pids.includes(pid));
    await expect.poll(started, { interval: 5 }).toHaveLength(1);
    const [starting = 0] = started();
    process.kill(starting, 'SIGSTOP');
    const killed = () => server.logs.findLast(({ msg }) => msg === KILLED);
    await expect.poll(() => killed()?.pid, { timeout: 30_000 }).toBe(starting);
    expect(killed()).toMatchObject({ seconds: 4 * TIMEOUT_SECONDS });
    expect(await allServe()).not.toContain(starting);
  },
  SLOW_MS,
);

it(
  'says why a worker cannot be started again, and tries again after longer and longer pauses',
  async () => {
    const [first = 0] = await allServe();
    renameSync(dkimKey, `${dkimKey}-away`);
    const before = server.logs.length;
    process.kill(first, 'SIGKILL');
    const refusals = () =>
      server.logs.slice(before).filter(({ msg }) => msg === 'a worker could not be started');
    await expect.poll(refusals, { timeout: 40_000 }).toHaveLength(3);
    expect(new Set(refusals().map(({ problem }) => problem))).toEqual(
      new Set([expect.stringMatching(/^DKIM_PRIVATE_KEY_FILE: /)]),
    );
    const [, second = 0, third = 0] = refusals().map(({ time }) => Date.parse(String(time)));
    expect(third - second).toBeGreaterThan(2_000);
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
    renameSync(`${dkimKey}-away`, dkimKey);
    await allServe();
  },
  SLOW_MS,
);
