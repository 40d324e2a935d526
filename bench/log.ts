/**
 * Measures how credentials, log entries and own fields affect the rate of issuing, the disk space and the event loop, and how long a proof from a
 * log of a million entries takes.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { identify, startSession } from '#app/accounts/sessions.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { releaseCredential, signCredential } from '#app/credentials/certificate-credential.server.ts';
import { appendDigest, digestOf } from '#app/log/append-entry.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { proveSubject } from '#app/log/prove-entry.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { connectDomains } from '#app/start/connect.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import type { OwnKind } from '#db/schema/fields.ts';
import { foundOrganisations } from '#tests/support/organisations.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { startServer } from '#tests/support/server.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { size } from './size.ts';

const ENTRIES = size(1_000_000, 1_000);
/** Entries of one commit. */
const CHUNK = size(10_000, 1_000);
const PROOFS = size(2_000, 20);
const SINGLES = size(5_000, 100);
const ROUNDS = size(5, 1);
/** One group commit includes at most 64 transactions (db/group-commit.ts). */
const CONNECTIONS = 64;
const SECRET = 'a secret of the tests, long enough to be one';

const report = (name: string, figure: string, goal: string) =>
  console.log(`${name.padEnd(52)} ${figure.padStart(10)}   ${goal}`);

/** Creates a database with one approved issuer who is logged in. */
function openFresh(folder: string): { issuerId: string; token: string } {
  loadEnvironment({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    SESSION_SECRET: SECRET,
    KEYS_DIR: join(folder, 'keys'),
  });
  connectDomains();
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  const issuerId = newId();
  sqlite()
    .prepare(
      `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
       values (?, 'Bench', 'bench@bench.example', 'bench', 'admin', '-', 1, 1)`,
    )
    .run(issuerId);
  sqlite()
    .prepare(`insert into issuer_decisions (user_id, decision, decided_at) values (?, 'approved', 1)`)
    .run(issuerId);
  foundOrganisations();
  const token = transaction((tx) =>
    startSession(tx, issuerId, 'bearer', { address: '127.0.0.1', userAgent: 'bench' }),
  );
  if (identify(token, 'bearer', '127.0.0.1').kind !== 'apiToken') throw new Error('the issuer cannot log in');
  return { issuerId, token };
}

/** Ten own fields, in places of Open Badges and in the term of the site. */
const OWN_FIELDS: [key: string, kind: OwnKind, value: string | number | boolean][] = [
  ['hours', 'number', 12.5],
  ['credits', 'number', 2.5],
  ['grade', 'text', 'Merit'],
  ['score', 'number', 87.5],
  ['licenceNumber', 'text', 'L-2026-1'],
  ['place', 'text', 'Tromsø'],
  ['instructor', 'text', 'Ada Byron'],
  ['activityStart', 'date', '2026-01-05'],
  ['activityEnd', 'date', '2026-01-30'],
  ['passed', 'boolean', true],
];

async function startIssuing(name: string, script: string, own: typeof OWN_FIELDS = []) {
  const folder = mkdtempSync(join(tmpdir(), `certrace-bench-${name}-`));
  const { issuerId, token } = openFresh(folder);
  for (const [key, kind] of own) makeField({ id: issuerId }, key, { kind });
  sqlite().close();
  const server = await startServer({
    folder,
    script,
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SESSION_SECRET: SECRET },
  });
  return {
    folder,
    issue: () =>
      requestsPerSecond(`http://127.0.0.1:${server.port}/api/v1/certs/issue`, {
        connections: CONNECTIONS,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          studentEmail: 'bench@students.example',
          studentName: 'Bench Student',
          courseName: 'Benchmarks',
          allowDuplicate: true,
          issueDate: '2026-01-31',
          fields: Object.fromEntries(own.map(([key, , value]) => [key, value])),
        }),
      }),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the bytes of the log on disk, in its tables and in KEYS_DIR. */
function logBytes(folder: string): { bytes: number; entries: number } {
  const handle = new Database(join(folder, 'certrace.sqlite'), { readonly: true });
  const inDatabase = handle
    .prepare(
      `select sum(pgsize) from dbstat where name in
         (select name from sqlite_schema where tbl_name in ('log_entries', 'log_nodes'))`,
    )
    .pluck()
    .get() as number;
  const entries = handle.prepare('select count(*) from log_entries').pluck().get() as number;
  handle.close();
  const keys = join(folder, 'keys');
  const inFiles = readdirSync(keys).reduce((sum, name) => sum + statSync(join(keys, name)).size, 0);
  return { bytes: inDatabase + inFiles, entries };
}

/** Appends entries with one commit each, as single calls do. */
function measureSingles() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-bench-singles-'));
  try {
    openFresh(folder);
    sqlite().pragma('synchronous = OFF');
    const document = Buffer.from('a document');
    for (let index = 0; index < SINGLES; index += 1) {
      transaction((tx) => appendDigest(tx, 'issue', digestOf(document), index));
    }
    sqlite().close();
    const { bytes, entries } = logBytes(folder);
    report('the same, issued one by one', `${(bytes / entries).toFixed(0)} bytes`, 'goal: less than 400');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureIssuing() {
  const withLog = await startIssuing('with', 'server.ts');
  const without = await startIssuing('without', 'bench/server-without-log.ts');
  const fields = await startIssuing('fields', 'server.ts', OWN_FIELDS);
  try {
    const rounds: { with: number; without: number; fields: number }[] = [];
    // The report uses the median of five alternating rounds, because a disk's speed changes every few seconds.
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        without: await without.issue(),
        with: await withLog.issue(),
        fields: await fields.issue(),
      });
    }
    const reportRatio = (name: string, goal: string, pairs: [rate: number, of: number][]) => {
      const ratios = pairs.map(([rate, of]) => rate / of).sort((one, other) => one - other);
      const figure = `${((ratios[(ROUNDS - 1) / 2] ?? 0) * 100).toFixed(0)} %`;
      const rates = pairs.map(([rate, of]) => `${rate.toFixed(0)}/${of.toFixed(0)}`).join(', ');
      report(name, figure, `goal: at least ${goal} of without; ${rates}`);
    };
    reportRatio(
      'rate of issuing with credential and log',
      '60 %',
      rounds.map((round) => [round.with, round.without]),
    );
    reportRatio(
      'rate of issuing with ten own fields',
      '85 %',
      rounds.map((round) => [round.fields, round.with]),
    );
    const { bytes, entries } = logBytes(withLog.folder);
    report(
      'disk space of the log per certificate',
      `${(bytes / entries).toFixed(0)} bytes`,
      'goal: less than 400',
    );
  } finally {
    await withLog.stop();
    await without.stop();
    await fields.stop();
  }
}

const microseconds = (started: number, count: number) => ((performance.now() - started) / count) * 1_000;

/** Measures the processor time for each credential on the event loop and in the worker thread that signs many credentials. */
async function measureSigning(issuerId: string) {
  const count = CONNECTIONS * size(30, 1);
  const content = {
    issuerId,
    issuerName: 'Bench',
    studentName: 'Bench Student',
    studentEmail: 'bench@students.example',
    courseName: 'Benchmarks',
    allowDuplicate: true,
    issueDate: '2026-01-31',
    expiryDate: null,
  };
  const signOne = (index: number) => signCredential({ ...content, uniqueId: `${index}` });
  const signEach = async () => {
    for (let done = 0; done < count; done += CONNECTIONS) {
      const together = Array.from({ length: CONNECTIONS }, (_, index) => signOne(done + index));
      for (const credential of await Promise.all(together)) releaseCredential(credential);
    }
  };
  // The first round starts the worker thread and lets V8 compile frequent functions.
  await signEach();
  const before = [process.threadCpuUsage(), process.cpuUsage()] as const;
  await signEach();
  const [onLoop, onAll] = [process.threadCpuUsage(before[0]), process.cpuUsage(before[1])].map(
    ({ user, system }) => (user + system) / count,
  );
  const { privateKey } = generateKeyPairSync('ed25519');
  const bytes = randomBytes(64);
  const signed = performance.now();
  for (let index = 0; index < count; index += 1) sign(null, bytes, privateKey);
  report('a credential, on the event loop', `${onLoop?.toFixed(0)} µs`, 'for comparison; CPU time');
  report(
    'the same, on all threads',
    `${onAll?.toFixed(0)} µs`,
    `for comparison; a signature alone: ${microseconds(signed, count).toFixed(0)} µs`,
  );
}

const p99 = (times: number[]) => (times[Math.floor(PROOFS * 0.99)] ?? 0).toFixed(2);

/** Returns the milliseconds of each run, shortest first. */
const sortedTimes = (run: (index: number) => void) =>
  Array.from({ length: PROOFS }, (_, index) => {
    const started = performance.now();
    run(index);
    return performance.now() - started;
  }).sort((one, other) => one - other);

function measureProofs() {
  sqlite().pragma('synchronous = OFF');
  const document = Buffer.from('a document');
  for (let done = 0; done < ENTRIES; done += CHUNK) {
    transaction((tx) => {
      for (let index = 0; index < CHUNK; index += 1) {
        appendDigest(tx, 'issue', digestOf(document), done + index);
      }
    });
  }
  sqlite().pragma('wal_checkpoint(TRUNCATE)');
  const times = sortedTimes((index) => {
    if (!proveSubject('issue', (index * 499_979) % ENTRIES)) throw new Error('no proof');
  });
  const median = times[PROOFS / 2] ?? 0;
  // A loop of the same length reads nothing, so its p99 shows how much time other programs took.
  const idle = sortedTimes(() => {
    const end = performance.now() + median;
    while (performance.now() < end);
  });
  report(
    `a proof from a log of ${currentLog()?.size} entries, p99`,
    `${p99(times)} ms`,
    `goal: under 5 ms; median ${median.toFixed(2)}, longest ${times.at(-1)?.toFixed(2)}; a loop of the same length: ${p99(idle)}`,
  );
}

export async function run() {
  await measureIssuing();
  measureSingles();
  const folder = mkdtempSync(join(tmpdir(), 'certrace-bench-log-'));
  try {
    const { issuerId } = openFresh(folder);
    await measureSigning(issuerId);
    measureProofs();
    sqlite().close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
