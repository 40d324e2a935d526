import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { csvOf, makeIssuer, type Person } from '#tests/support/factories.ts';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';

const MB = 1_048_576;
const HEADER = 'studentEmail,studentName,courseName,issueDate\n';
/** 10,000 rows with names of almost the greatest length: 9 MB. */
const LONGEST_ROWS = Buffer.from(
  HEADER +
    Array.from(
      { length: 10_000 },
      (_, row) => `a${row}@b.example,${'é'.repeat(190)},${'中'.repeat(150)},2026-01-01\n`,
    ).join(''),
);
/** A quoted field without an end. */
const QUOTES = Buffer.from(HEADER + '"'.repeat(9_000_000));

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
let issuers: Person[];

beforeAll(async () => {
  const folder = folders.make();
  openSite(folder);
  issuers = await Promise.all(Array.from({ length: 27 }, () => makeIssuer()));
  sqlite().close();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await server?.stop();
  folders.removeAll();
});

/** Uploads a file. Status 0 if the server refused to read on. */
async function upload(bytes: Buffer, { cookie }: Person): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'rows.csv');
  return fetch(`${server.url}/admin/batches`, {
    method: 'POST',
    headers: { cookie, origin: server.url },
    body: form,
    redirect: 'manual',
  }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Posts a file to the API. Status 0 if the server refused to read on. */
const post = (bytes: Buffer, { token }: Person): Promise<number> =>
  fetch(`${server.url}/api/v1/certs/batches?allowDuplicate=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: new Uint8Array(bytes),
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** Measures the memory over idle and the slowest /healthz while `work` runs. */
async function measure<Result>(work: () => Promise<Result>) {
  const idle = residentBytes(server.pid);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid) - idle);
  }, 20);
  let over = false;
  const health = slowestCheckUntil(server, () => over);
  const result = await work().finally(() => {
    over = true;
    clearInterval(sampling);
  });
  return {
    result,
    peakMb: peak / MB,
    slowest: await health,
    afterMb: (residentBytes(server.pid) - idle) / MB,
  };
}

describe.runIf(process.platform === 'linux')('twenty batches of ten issuers at once', () => {
  it.each([
    ['of the longest rows', LONGEST_ROWS],
    ['of one endless field', QUOTES],
  ])('%s take bounded memory', async (_name, bytes) => {
    await upload(Buffer.from(csvOf(100)), issuers[0] as Person);
    const senders = issuers.slice(0, 10);
    const { result, peakMb, slowest } = await measure(() =>
      Promise.all(senders.flatMap((issuer) => [upload(bytes, issuer), upload(bytes, issuer)])),
    );
    const statuses: number[] = result;
    const figures = `${statuses.join()}: ${Math.round(peakMb)} MB over idle, /healthz ${Math.round(slowest)} ms`;
    if (process.env.SHOW_FIGURES) console.log(figures);
    expect(statuses.filter((status) => ![0, 302, 400, 503].includes(status))).toEqual([]);
    expect(statuses.some((status) => status === 302 || status === 400)).toBe(true);
    expect(peakMb, figures).toBeLessThan(300);
    expect(slowest, figures).toBeLessThan(1_000);
  });
});

it.runIf(process.platform === 'linux')(
  'three batches at once of each of 26 issuers by API, again and again, take bounded memory and leave turns to others',
  { timeout: 120_000 },
  async () => {
    const honest = issuers.at(-1) as Person;
    await post(Buffer.from(csvOf(50)), honest);
    const until = performance.now() + 10_000;
    const repeat = async (issuer: Person) => {
      const statuses: number[] = [];
      while (performance.now() < until) statuses.push(await post(LONGEST_ROWS, issuer));
      return statuses;
    };
    let slowestHonest = 0;
    const honestBatches = async () => {
      const statuses: number[] = [];
      while (performance.now() < until) {
        const started = performance.now();
        statuses.push(await post(Buffer.from(csvOf(50)), honest));
        slowestHonest = Math.max(slowestHonest, performance.now() - started);
        await delay(500);
      }
      return statuses;
    };
    const { result, peakMb, afterMb, slowest } = await measure(() =>
      Promise.all([
        honestBatches(),
        ...issuers.slice(0, 26).flatMap((issuer) => [repeat(issuer), repeat(issuer), repeat(issuer)]),
      ]),
    );
    const [honestStatuses, ...others] = result;
    const count = new Map<number, number>();
    for (const status of others.flat()) count.set(status, (count.get(status) ?? 0) + 1);
    const figures = `${JSON.stringify([...count])}; honest ${honestStatuses.join()} ${Math.round(slowestHonest)} ms; ${Math.round(peakMb)} MB over idle, ${Math.round(afterMb)} at the end, /healthz ${Math.round(slowest)} ms`;
    if (process.env.SHOW_FIGURES) console.log(figures);
    expect(honestStatuses, figures).toContain(202);
    expect(slowestHonest, figures).toBeLessThan(20_000);
    expect(peakMb, figures).toBeLessThan(350);
    expect(slowest, figures).toBeLessThan(1_000);
  },
);

it('bodies that never end take no turn from others', async (context) => {
  for (const { token } of issuers.slice(1, 5)) {
    const socket = connect(server.port, '127.0.0.1');
    context.onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const head = `Host: localhost:${server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\nContent-Length: 1000`;
    socket.write(`POST /api/v1/certs/batches HTTP/1.1\r\n${head}\r\n\r\nstudent`);
  }
  await delay(500);
  const started = performance.now();
  expect(await upload(Buffer.from(csvOf(100)), issuers[5] as Person)).toBe(302);
  expect(performance.now() - started).toBeLessThan(5_000);
});
