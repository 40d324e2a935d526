import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readStatus } from '@certrace/verify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { partPath } from '#app/files/media/files.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import {
  certificateInput,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';
import { connectWorkers, workerPids } from '#tests/support/workers.ts';

const WORKERS = 2;
/** For tests that start servers and workers several times. */
const SLOW_MS = 90_000;
const START_MS = 40_000;
const METRICS_TOKEN = 'a-token-of-the-tests';
const METRICS = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

const folders = temporaryFolders();
let folder: string;
/** A copy of the Node binary, which one test moves away. */
let node: string;
let issuer: Person;
let verifier: Person;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let server: Awaited<ReturnType<typeof startServer>>;
let workers: Awaited<ReturnType<typeof connectWorkers>>;

const env = () => ({
  ...stripe.env,
  PAYMENT_GATEWAY: 'sandbox,stripe',
  WEB_CONCURRENCY: String(WORKERS),
  SMTP_URL: smtp.url,
  METRICS_TOKEN,
  REQUEST_LIMIT: '100000',
});

async function start() {
  server = await startServer({ folder, node, env: env() });
  workers = await connectWorkers(server, WORKERS);
}

beforeAll(async () => {
  smtp = await startSmtp();
  stripe = await startStripe();
  folder = folders.make();
  node = join(folders.make(), 'node');
  copyFileSync(process.execPath, node);
  openSite(folder);
  issuer = await makeIssuer();
  verifier = await makeVerifier();
  await start();
});
beforeEach(() => {
  sqlite().close();
  testEnvironment(placesIn(folder));
  openDatabase(placesIn(folder).DATABASE_FILE);
});
afterAll(async () => {
  workers.close();
  await server.stop();
  await smtp.stop();
  await stripe.stop();
  folders.removeAll();
});

const count = (query: string, ...values: unknown[]) =>
  sqlite()
    .prepare(query)
    .pluck()
    .get(...values) as number;

let students = 0;
/** A call that issues a certificate to a new student. */
function issuing(more: Record<string, string> = {}) {
  students += 1;
  const json = certificateInput({ studentEmail: `student${students}@students.example` });
  return { token: issuer.token, json, headers: more };
}

async function issueOn(worker: number) {
  const answer = await workers.on(worker, '/api/v1/certs/issue', issuing());
  expect(answer.status).toBe(201);
  return (answer.json() as { certificate: { uniqueId: string } }).certificate.uniqueId;
}

it('writes the certificates of all workers to one log, in the database and in its files', async () => {
  // Each client sends its next request after a response, so that the workers commit in turns.
  const clients = Array.from({ length: 12 }, async () => {
    const statuses: (number | undefined)[] = [];
    for (let request = 0; request < 12; request += 1) {
      const [answer] = await workers.together('/api/v1/certs/issue', [issuing()]);
      statuses.push(answer?.status);
    }
    return statuses;
  });
  expect((await Promise.all(clients)).flat()).toEqual(Array(144).fill(201));
  const issuers = () =>
    new Set(server.logs.filter(({ path }) => path === '/api/v1/certs/issue').map(({ worker }) => worker));
  await expect.poll(() => issuers().size).toBe(WORKERS);
  const log = currentLog();
  if (!log) throw new Error('no log');
  expect(checkLog()).toEqual({ entries: log.size, problems: [] });
  const [file = ''] = readdirSync(placesIn(folder).KEYS_DIR).filter((name) => name.endsWith('.entries'));
  const filed = readFileSync(join(placesIn(folder).KEYS_DIR, file), 'utf8')
    .split('\n')
    .slice(0, -1);
  expect(filed).toEqual(sqlite().prepare('select entry from log_entries order by seq').pluck().all());
  for (const worker of [0, 1])
    expect((await workers.on(worker, '/log/checkpoint')).text).toBe(log.checkpoint);
});

it('mails each student once, from one worker, whichever issues the certificate', async () => {
  await issueOn(0);
  await issueOn(1);
  await expect
    .poll(() => count('select count(*) from outbox where next_attempt_at is not null'), { timeout: 20_000 })
    .toBe(0);
  const sent = smtp.mails.flatMap(({ envelopeTo }) => envelopeTo).filter((to) => to.startsWith('student'));
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(students);
  const senders = server.logs.filter(({ msg }) => msg === 'mail delivered').map(({ worker }) => worker);
  expect(new Set(senders).size).toBe(1);
});

it('honours an Idempotency-Key once across all workers', async () => {
  const before = count('select count(*) from certificates');
  const call = issuing({ 'idempotency-key': 'one-key' });
  const calls = Array.from({ length: 20 }, () => call);
  const answers = await workers.together('/api/v1/certs/issue', calls);
  const ids = answers.map(
    ({ json }) => (json() as { certificate?: { uniqueId: string } }).certificate?.uniqueId,
  );
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toBeDefined();
  expect(count('select count(*) from certificates')).toBe(before + 1);
});

it('charges once when all workers get payments for one verification', async () => {
  const uniqueId = await issueOn(0);
  const { token } = verifier;
  expect((await workers.on(1, '/api/v1/cert/verify', { token, json: { uniqueId } })).status).toBe(200);
  const calls = Array.from({ length: 50 }, () => ({ token, json: paymentInput(uniqueId) }));
  const answers = await workers.together('/api/v1/cert/verify/payment', calls);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(count('select count(*) from payments')).toBe(1);
  expect(count('select count(*) from sandbox_charges')).toBe(1);
});

it('starts one checkout at Stripe when all workers get a start', async () => {
  const json = { uniqueId: await issueOn(1), gateway: 'stripe' };
  const { token } = verifier;
  expect((await workers.on(0, '/api/v1/cert/verify', { token, json })).status).toBe(200);
  const calls = Array.from({ length: 20 }, () => ({ token, json }));
  const answers = await workers.together('/api/v1/cert/verify/payment', calls);
  const checkouts = answers.map(({ text }) => /\/pay\/cs_test_[\w-]+/.exec(text)?.[0]);
  expect(checkouts).toEqual(Array(20).fill(`/pay/${[...stripe.sessions.keys()].join()}`));
});

it('locks an account out after five failures across all workers', async () => {
  const person = await makeVerifier();
  const login = (worker: number, password: string) =>
    workers.on(worker, '/api/v1/users/login', { json: { email: person.email, password } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await login(attempt, 'wrong')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  for (const worker of [0, 1]) expect((await login(worker, PASSWORD)).status).toBe(429);
});

it('counts a rate limit across all workers', async () => {
  const message = {
    name: 'Mara Osei',
    email: 'mara@people.example',
    subject: 'A question',
    message: 'Where do I find the receipt?',
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1)
    statuses.push((await workers.on(attempt, '/api/v1/messages', { json: message })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
});

it('ends a session on all workers when one gets the logout', async () => {
  const person = await makeVerifier();
  const { token } = person;
  const me = async (worker: number) => (await workers.on(worker, '/api/v1/users/me', { token })).status;
  expect([await me(0), await me(1)]).toEqual([200, 200]);
  expect((await workers.on(0, '/api/v1/users/logout', { method: 'POST', token })).status).toBeLessThan(300);
  expect([await me(1), await me(0)]).toEqual([401, 401]);
});

it('shows a revocation on all workers at once', async () => {
  const uniqueId = await issueOn(0);
  const place = sqlite()
    .prepare(
      'select status_list as list, status_index as i from certificate_credentials order by certificate_seq desc limit 1',
    )
    .get() as { list: number; i: number };
  const isRevoked = async (worker: number) => {
    const { text } = await workers.on(worker, `/credentials/status/${place.list}`);
    return readStatus(JSON.parse(text), place.i);
  };
  const lookUp = async (worker: number) =>
    (await workers.on(worker, '/api/v1/cert/verify', { token: verifier.token, json: { uniqueId } })).text;
  expect([await isRevoked(0), await isRevoked(1)]).toEqual([false, false]);
  expect(await lookUp(1)).toContain('"status":"valid"');
  const revoked = await workers.on(0, `/api/v1/certificates/${uniqueId}/revocation`, {
    token: issuer.token,
    json: { reason: 'It was issued by mistake' },
  });
  expect(revoked.status).toBeLessThan(300);
  expect([await isRevoked(1), await isRevoked(0)]).toEqual([true, true]);
  expect(await lookUp(1)).toContain('"status":"revoked"');
});

it('adds up the metrics of all workers', async () => {
  const total = async (worker: number) => {
    const { text } = await workers.on(worker, '/metrics', METRICS);
    expect(text.match(/^certrace_certificates /gm)).toHaveLength(1);
    expect(text.endsWith('# EOF\n')).toBe(true);
    const [, value] =
      /^certrace_http_request_duration_seconds_count\{route="\/mission",method="GET",status="2xx"\} (\d+)$/m.exec(
        text,
      ) ?? [];
    return Number(value ?? 0);
  };
  for (const worker of [0, 1, 1]) expect((await workers.on(worker, '/mission')).status).toBe(200);
  await expect.poll(() => total(0)).toBe(3);
  expect(await total(1)).toBe(3);
  expect(count('select count(*) from certificates')).toBe(
    Number(/^certrace_certificates (\d+)$/m.exec((await workers.on(1, '/metrics', METRICS)).text)?.[1]),
  );
});

/** The error lines of a server that refuses to start. */
async function startError(more: Record<string, string> = {}) {
  const failure = await startServer({ folder, env: { ...env(), ...more } }).then(
    (second) => second.stop().then(() => 'started'),
    (error: Error) => error.message,
  );
  return failure.split('\n').slice(1);
}

it('refuses to start a second server on the same database', async () => {
  expect(await startError()).toEqual([
    `DATABASE_FILE: another server is running on ${placesIn(folder).DATABASE_FILE}`,
  ]);
});

it("refuses to start in a process manager's cluster mode, where no worker would run jobs", async () => {
  // Node sets this variable in workers, and so does a process manager's cluster mode.
  expect(await startError({ NODE_UNIQUE_ID: '1' })).toEqual([
    'WEB_CONCURRENCY: sets the number of processes. Start one process, not the cluster mode of a process manager',
  ]);
});

/** Issues certificates over new connections until `stop` returns true, and collects the acknowledged IDs. */
function issueUntil(stop: () => boolean) {
  const acknowledged: string[] = [];
  const clients = Array.from({ length: 6 }, async () => {
    while (!stop()) {
      const [answer] = await workers.together('/api/v1/certs/issue', [issuing()]).catch(() => []);
      if (answer?.status === 201) {
        acknowledged.push((answer.json() as { certificate: { uniqueId: string } }).certificate.uniqueId);
      } else await delay(10);
    }
  });
  return { acknowledged, done: Promise.all(clients) };
}

const allAnswer = () =>
  connectWorkers(server, WORKERS).then(
    (connected) => {
      connected.close();
      return true;
    },
    () => false,
  );

const stored = (uniqueIds: string[]) =>
  uniqueIds.filter((id) =>
    count('select count(*) from certificates where unique_id = ?', id.replaceAll('-', '')),
  );

it(
  'replaces killed workers and loses no acknowledged certificate',
  async () => {
    let isOver = false;
    const { acknowledged, done } = issueUntil(() => isOver);
    for (const pid of workerPids(server)) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: START_MS }).toBeGreaterThan(before + 10);
      process.kill(pid, 'SIGKILL');
      await expect
        .poll(() => workerPids(server).filter((each) => each !== pid), { timeout: START_MS })
        .toHaveLength(WORKERS);
      await expect.poll(allAnswer, { timeout: START_MS }).toBe(true);
    }
    isOver = true;
    await done;
    expect(stored(acknowledged)).toEqual(acknowledged);
    workers.close();
    workers = await connectWorkers(server, WORKERS);
    // Every worker was killed, so the one that ran the jobs was too. Another worker now delivers mail, and draws its pictures.
    await issueOn(0);
    // Hundreds of mails with pictures wait.
    await expect
      .poll(() => count('select count(*) from outbox where next_attempt_at is not null'), {
        timeout: 2 * START_MS,
      })
      .toBe(0);
    expect(checkLog().problems).toEqual([]);
  },
  2 * SLOW_MS,
);

it(
  'exits with 0 within 10 s of a SIGTERM under load, and answers accepted requests',
  async () => {
    const before = count('select count(*) from certificates');
    let isOver = false;
    const { acknowledged, done } = issueUntil(() => isOver);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    const started = performance.now();
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(10_000);
    isOver = true;
    await done;
    expect(count('select count(*) from certificates') - before).toBe(acknowledged.length);
    await start();
  },
  SLOW_MS,
);

it(
  'leaves no worker behind when the primary is killed, and can be started again',
  async () => {
    const pids = workerPids(server);
    expect(pids).toHaveLength(WORKERS);
    server.kill('SIGKILL');
    await server.exited;
    workers.close();
    const alive = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    await expect.poll(alive).toEqual([]);
    await start();
    await issueOn(1);
    expect(checkLog().problems).toEqual([]);
  },
  SLOW_MS,
);

it(
  'keeps serving while a worker cannot be restarted, and removes its unfinished uploads',
  async () => {
    const [first = 0, second = 0] = workerPids(server);
    const [left, other] = [first, second].map((pid) => {
      const path = partPath('upload').replace(`.${process.pid}.`, `.${pid}.`);
      writeFileSync(path, 'a part of an upload');
      return path;
    });
    renameSync(node, `${node}-away`);
    process.kill(first, 'SIGKILL');
    const refusals = () => server.logs.filter(({ msg }) => msg === 'a worker could not be started').length;
    await expect.poll(refusals, { timeout: START_MS }).toBeGreaterThan(1);
    expect(workerPids(server)).toEqual([second]);
    expect([left, other].map((path = '') => existsSync(path))).toEqual([false, true]);
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    expect(response.status).toBe(200);
    renameSync(`${node}-away`, node);
    await expect.poll(() => workerPids(server), { timeout: START_MS }).toHaveLength(WORKERS);
  },
  SLOW_MS,
);

it(
  'stops on SIGTERM without waiting for a worker that is starting',
  async () => {
    await expect.poll(allAnswer, { timeout: START_MS }).toBe(true);
    const pids = workerPids(server);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    const started = () => workerPids(server).filter((pid) => !pids.includes(pid));
    await expect.poll(started, { timeout: START_MS, interval: 5 }).toHaveLength(1);
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.logs.map(({ msg }) => msg)).not.toContain('workers did not stop in time');
  },
  SLOW_MS,
);
