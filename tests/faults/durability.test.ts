import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

const folders = temporaryFolders();
const env = { RATE_LIMITS: 'off' };
let folder: string;
let issuer: Person;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  folder = folders.make();
  openSite(folder);
  issuer = await makeIssuer();
  server = await startServer({ folder, env });
});
afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

const issue = () =>
  fetch(`http://127.0.0.1:${server.port}/api/v1/certs/issue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(certificateInput({ allowDuplicate: true })),
  });

it('refuses to start a second server on the same database with one line', async () => {
  const message = await startServer({ folder, env }).then(
    (second) => second.stop().then(() => 'started'),
    (error: Error) => error.message,
  );
  expect(message.split('\n').slice(1)).toEqual([
    `DATABASE_FILE: another server is running on ${placesIn(folder).DATABASE_FILE}`,
  ]);
  expect((await issue()).status).toBe(201);
});

it('starts again after the server was killed', async () => {
  server.kill('SIGKILL');
  await server.exited;
  server = await startServer({ folder, env });
  expect((await issue()).status).toBe(201);
});

const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (!hasStrace) console.info('strace is missing, so the order of fsync and response is not checked');

describe.skipIf(!hasStrace)('according to strace', () => {
  it('the server syncs the WAL before it acknowledges a change', async () => {
    const output = join(folder, 'strace.txt');
    const calls = 'trace=fsync,fdatasync,write,writev,sendto,sendmsg';
    const tracer = spawn('strace', [
      '-f',
      '-y',
      '-e',
      calls,
      '-s',
      '40',
      '-o',
      output,
      '-p',
      String(server.pid),
    ]);
    await once(tracer.stderr, 'data');
    const changes = 10;
    for (let done = 0; done < changes; done += 1) expect((await issue()).status).toBe(201);
    tracer.kill('SIGINT');
    await once(tracer, 'exit');

    let isSynced = false;
    const answers: boolean[] = [];
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      if (/f(?:data)?sync\(\d+<[^>]*certrace\.sqlite-wal>\)/.test(line)) isSynced = true;
      if (!/HTTP\/1\.1 201/.test(line)) continue;
      answers.push(isSynced);
      isSynced = false;
    }
    expect(answers).toEqual(Array(changes).fill(true));
  }, 30_000);
});

it('exits with 0 within 10 s of a SIGTERM under load, and acknowledges every committed change', async () => {
  const count = () => {
    const database = new Database(placesIn(folder).DATABASE_FILE, { readonly: true });
    const rows = database.prepare('select count(*) from certificates').pluck().get() as number;
    database.close();
    return rows;
  };
  const before = count();
  let acknowledged = 0;
  let refused = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (refused < 8) {
      const response = await issue().catch(() => null);
      if (response?.status === 201) acknowledged += 1;
      else refused += 1;
    }
  });
  await expect.poll(() => acknowledged, { timeout: 20_000 }).toBeGreaterThan(50);
  const started = performance.now();
  server.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(clients);
  expect(count() - before).toBe(acknowledged);
  server = await startServer({ folder, env });
});

/** Opens a keep-alive connection that counts its requests and complete responses. */
async function connection() {
  const socket = connect(server.port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const body = JSON.stringify(certificateInput({ allowDuplicate: true }));
  const request = [
    'POST /api/v1/certs/issue HTTP/1.1',
    `Host: localhost:${server.port}`,
    `Authorization: Bearer ${issuer.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  const own = {
    ended,
    requests: 0,
    /** Sends a request without waiting for its response. */
    write() {
      own.requests += 1;
      socket.write(request);
    },
    responses: () => received.match(/HTTP\/1\.1 201 [\s\S]*?"uniqueId":"[^"]+"/g)?.length ?? 0,
  };
  return own;
}

it('answers every request that was sent before a SIGTERM, on old and new connections', async () => {
  const old = await Promise.all(Array.from({ length: 40 }, connection));
  for (const each of old) each.write();
  await expect.poll(() => old.every((each) => each.responses() === 1), { timeout: 20_000 }).toBe(true);
  const young = await Promise.all(Array.from({ length: 20 }, connection));
  const all = [...old, ...young];
  for (const each of all) each.write();
  server.kill('SIGTERM');
  const started = performance.now();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(all.map(({ ended }) => ended));
  expect(all.filter((each) => each.responses() < each.requests)).toHaveLength(0);
}, 40_000);
