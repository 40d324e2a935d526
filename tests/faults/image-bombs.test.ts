import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { SLOW_SVG } from '#tests/support/costly-data.ts';
import { multipart, picture } from '#tests/support/course-factories.ts';
import { designFields, makeIssuer, type Person } from '#tests/support/factories.ts';
import { heavyPng, imageBombs } from '#tests/support/image-bombs.ts';
import { cpuSecondsOfChildren, peakOfChildren, residentBytes } from '#tests/support/processes.ts';
import { limitHere } from '#tests/support/processor-time.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MEGABYTE = 1_048_576;
/** Memory limit of the child process that decodes an image. */
const CHILD_BYTES = 800 * MEGABYTE;

const folder = mkdtempSync(join(tmpdir(), 'certrace-bombs-'));
let server: Awaited<ReturnType<typeof startServer>>;
let issuers: Person[];

beforeAll(async () => {
  testEnvironment({ UPLOADS_DIR: join(folder, 'uploads') });
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  issuers = [await makeIssuer(), await makeIssuer()];
  sqlite().close();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function publish(bytes: Buffer, issuer: Person | undefined = issuers[0]) {
  const response = await fetch(`${server.url}/api/v1/admin/course`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer?.token}` },
    body: multipart({ title: 'x', description: 'y', thumbnail: { bytes, name: 'a', type: 'image/png' } }),
  });
  return { status: response.status, body: await response.json() };
}

/** Records the peak memory of the server and of its child processes, and the longest health check, during some work. */
async function watch<Result>(during: () => Promise<Result>) {
  const idle = residentBytes(server.pid);
  const seen = { serverBytes: 0, childBytes: 0, healthMs: 0 };
  let running = true;
  const sampling = setInterval(() => {
    seen.serverBytes = Math.max(seen.serverBytes, residentBytes(server.pid) - idle);
    seen.childBytes = Math.max(seen.childBytes, ...peakOfChildren(server.pid).values());
  }, 10);
  const probing = (async () => {
    while (running) {
      const started = performance.now();
      const health = await fetch(`${server.url}/healthz`);
      expect(health.status).toBe(200);
      seen.healthMs = Math.max(seen.healthMs, performance.now() - started);
      await delay(25);
    }
  })();
  const started = performance.now();
  const result = await during();
  running = false;
  await probing;
  clearInterval(sampling);
  return { ...seen, ms: performance.now() - started, result };
}

describe.runIf(process.platform === 'linux')('an image bomb', () => {
  it('is refused, or accepted without its metadata, in bounded memory and time', {
    timeout: 300_000,
  }, async () => {
    const rows: Record<string, string | number>[] = [];
    for (const { name, bytes, status } of await imageBombs()) {
      expect(bytes.length, name).toBeLessThan(10 * MEGABYTE);
      const { result, serverBytes, childBytes, healthMs, ms } = await watch(() => publish(bytes));
      expect(result.status, name).toBe(status);
      if (status === 400) expect(result.body.message, name).toBe('Please select a valid image file.');
      expect(childBytes, `${name}: memory of the decoder`).toBeLessThan(CHILD_BYTES);
      expect(serverBytes, `${name}: memory of the server`).toBeLessThan(150 * MEGABYTE);
      expect(healthMs, `${name}: /healthz meanwhile`).toBeLessThan(1_000);
      rows.push({
        name,
        KB: Math.round(bytes.length / 1_024),
        status,
        s: Number((ms / 1_000).toFixed(1)),
        'decoder MB': Math.round(childBytes / MEGABYTE),
        'server +MB': Math.round(serverBytes / MEGABYTE),
        '/healthz ms': Math.round(healthMs),
      });
    }
    if (process.env.SHOW_FIGURES)
      process.stdout.write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    expect(readdirSync(join(folder, 'uploads', 'tmp'))).toEqual([]);
    expect(peakOfChildren(server.pid).size).toBe(0);
  });

  it('that is an SVG with filters costs as much as a drawing may', async () => {
    const cpu = () => cpuSecondsOfChildren(server.pid);
    const before = cpu();
    const answer = await fetch(`${server.url}/admin/designs/new`, {
      method: 'POST',
      headers: { cookie: issuers[0]?.cookie ?? '', origin: server.url },
      body: multipart({ ...designFields(), logo: { bytes: SLOW_SVG, name: 'a.svg', type: 'image/svg+xml' } }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This picture takes too long to draw.');
    expect(cpu() - before).toBeLessThan(limitHere(6));
  });

  it("doesn't delay another issuer's upload", async () => {
    const [first, second] = issuers;
    const heavy = heavyPng(3_000, 2_000, { interlaced: 1 });
    const done: string[] = [];
    await Promise.all([
      ...[1, 2].map((turn) => publish(heavy, first).then(() => done.push(`heavy ${turn}`))),
      delay(200)
        .then(async () => publish(await picture(64, 64), second))
        .then(({ status }) => done.push(`small ${status}`)),
    ]);
    // The first heavy picture may be done before the small one arrives; the second waits for its turn.
    expect(done.slice(0, 2)).toContain('small 201');
  });
});
