import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { workerPids } from '#tests/support/workers.ts';

const WORKERS = 2;
/** Certificates that are asked for at the same time. */
const TOGETHER = 200;
const ROWS = 70;
const START_MS = 60_000;

/** Where a worker is killed. `leave` is after a certificate was stored, in a transaction with others, before their commit. */
const POINTS = ['storeCertificate leave#7', 'storeCertificate enter#90', 'issueOnce leave#20'];

const site = killedSite('numbers');
let server: Awaited<ReturnType<typeof site.start>>;
let issuer: Person;

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  makeField(issuer, 'no', { kind: 'running', rules: { pattern: '{year}-{number:5}' } });
  sqlite().close();
  server = await site.start({ WEB_CONCURRENCY: String(WORKERS), REQUEST_LIMIT: '1000000' });
});

afterAll(async () => {
  await server?.stop();
  rmSync(site.folder, { recursive: true, force: true });
});

let students = 0;
function nextInput() {
  students += 1;
  return certificateInput({ studentEmail: `student${students}@students.example`, issueDate: '2026-11-30' });
}

/** Posts until a server answers, as a client does that got no response. */
async function post(path: string, json: unknown): Promise<number> {
  students += 1;
  const headers = {
    authorization: `Bearer ${issuer.token}`,
    'content-type': 'application/json',
    'idempotency-key': `call-${students}`,
  };
  const body = JSON.stringify(json);
  for (;;) {
    try {
      const signal = AbortSignal.timeout(20_000);
      const answer = await fetch(`${server.url}/api/v1/${path}`, { method: 'POST', headers, body, signal });
      await answer.arrayBuffer();
      if (answer.status !== 503) return answer.status;
    } catch {
      await delay(50);
    }
  }
}

const issueMany = () =>
  Promise.all([
    ...Array.from({ length: TOGETHER }, () => post('certs/issue', nextInput())),
    ...[1, 2].map(() => post('certs/batches', { certificates: Array.from({ length: ROWS }, nextInput) })),
  ]);

function read<Value>(query: string): Value[] {
  const database = new Database(site.DATABASE_FILE, { readonly: true });
  try {
    return database.prepare<unknown[], Value>(query).pluck().all();
  } finally {
    database.close();
  }
}

it('gives each certificate of two processes its number, without gap or double, when they are killed', async () => {
  for (const point of POINTS) {
    const before = workerPids(server);
    writeFileSync(site.CRASH_FILE, point);
    const issuing = issueMany();
    await expect
      .poll(() => before.every((pid) => workerPids(server).includes(pid)), { timeout: START_MS })
      .toBe(false);
    rmSync(site.CRASH_FILE);
    const statuses = await issuing;
    expect([...new Set(statuses)].toSorted()).toEqual([201, 202]);
    await expect.poll(() => workerPids(server), { timeout: START_MS }).toHaveLength(WORKERS);
  }
  const total = POINTS.length * (TOGETHER + 2 * ROWS);
  await expect.poll(() => read('select count(*) from certificates'), { timeout: START_MS }).toEqual([total]);
  const expected = Array.from({ length: total }, (_, index) => `2026-${String(index + 1).padStart(5, '0')}`);
  expect(read("select fields ->> '$[0].value' as no from certificates order by no")).toEqual(expected);
}, 240_000);
