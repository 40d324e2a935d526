/**
 * Measures lists, search, look-ups and issuing on a database of a million certificates. The first run creates the database, and later
 * runs reuse it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Member } from '#app/accounts/actor.server.ts';
import { identify, startSession } from '#app/accounts/sessions.server.ts';
import {
  allCertificateListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { issuerDashboard } from '#app/certificates/issuer-dashboard.server.ts';
import {
  allCourses,
  listAllCertificates,
  listOwnCertificates,
} from '#app/certificates/list-certificates.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { listPayments, paymentListSchema, paymentTotals } from '#app/payments/list-payments.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { listStudents } from '#app/verification/list-students.server.ts';
import {
  listAllVerified,
  listOwnVerifications,
  listVerifiedOfIssuer,
} from '#app/verification/list-verifications.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { startServer } from '#tests/support/server.ts';
import { environmentOf, type LargeDatabase, largeDatabase, RARE_COURSE } from './large-database.ts';
import { requestsPerSecond } from './requests-per-second.ts';
import { size } from './size.ts';

/** The number of certificates in the database. BENCH_CERTIFICATES overrides it. */
const CERTIFICATES = Number(process.env.BENCH_CERTIFICATES ?? size(1_000_000, 2_000));
const ROUNDS = size(5, 1);

function actorOf(username: string): { actor: Member; token: string } {
  const id = sqlite().prepare('select id from users where username = ?').pluck().get(username) as string;
  const token = transaction((tx) =>
    startSession(tx, id, 'bearer', { address: '127.0.0.1', userAgent: 'bench' }),
  );
  const actor = identify(token, 'bearer', '127.0.0.1');
  if (actor.kind !== 'apiToken') throw new Error(`${username} cannot log in`);
  return { actor, token };
}

/** Returns the median and the 99th percentile of many calls in milliseconds, after a warm-up. */
async function timesOf(work: (round: number) => unknown, rounds = size(500, 2)) {
  for (let round = 0; round < size(20, 1); round += 1) await work(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(rounds * share)] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const DAY = ago(600);
const cursorAt = (seq: number) => Buffer.from(`s${seq}`).toString('base64url');
const report = (name: string, figure: string, goal: string) =>
  console.log(`${name.padEnd(58)} ${figure.padStart(10)}   ${goal}`);

async function measureFunctions(ids: string[]) {
  const { actor: issuer } = actorOf('issuer0');
  const { actor: small } = actorOf('issuer3');
  const { actor: verifier } = actorOf('verifier');
  const { actor: admin } = actorOf('registrar');
  const deep = cursorAt(CERTIFICATES / 2);
  const id = (round: number) => formatUniqueId(ids[round % ids.length] ?? '');
  const cases: [string, (round: number) => unknown][] = [
    ['first page, an issuer’s', () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, {}))],
    [
      'deep page, an issuer’s',
      () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, { cursor: deep })),
    ],
    ['first page, all', () => listAllCertificates(admin, parseInput(allCertificateListSchema, {}))],
    [
      'deep page, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { cursor: deep })),
    ],
    [
      'revoked, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { state: 'revoked' })),
    ],
    [
      'expired, an issuer’s',
      () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, { state: 'expired' })),
    ],
    [
      'expiring, an issuer’s',
      () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, { state: 'expiring' })),
    ],
    [
      'expiring, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { state: 'expiring' })),
    ],
    [
      'of one course',
      () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, { course: 'Cryptography' })),
    ],
    [
      'of one day',
      () => listOwnCertificates(issuer, parseInput(ownCertificateListSchema, { from: DAY, to: DAY })),
    ],
    [
      'of one course, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { course: RARE_COURSE })),
    ],
    [
      'of an early year, all',
      () =>
        listAllCertificates(admin, parseInput(allCertificateListSchema, { from: ago(900), to: ago(535) })),
    ],
    [
      'of a course and a day, all',
      () =>
        listAllCertificates(
          admin,
          parseInput(allCertificateListSchema, { course: RARE_COURSE, from: DAY, to: DAY }),
        ),
    ],
    [
      'revoked of an early year, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { state: 'revoked', to: DAY })),
    ],
    [
      'expired of a late year, all',
      () =>
        listAllCertificates(
          admin,
          parseInput(allCertificateListSchema, { state: 'expired', from: ago(900) }),
        ),
    ],
    [
      'of an unknown course, all',
      () => listAllCertificates(admin, parseInput(allCertificateListSchema, { course: 'None' })),
    ],
    ['the courses of all', () => allCourses(admin)],
    ['the dashboard', () => issuerDashboard(issuer)],
    ['verified, an issuer’s', () => listVerifiedOfIssuer(issuer, parseInput(verificationListSchema, {}))],
    [
      'verified, of one course',
      () => listVerifiedOfIssuer(issuer, parseInput(verificationListSchema, { course: RARE_COURSE })),
    ],
    [
      'verified, of one day',
      () => listVerifiedOfIssuer(issuer, parseInput(verificationListSchema, { from: DAY, to: DAY })),
    ],
    ['verified, all, deep', () => listAllVerified(admin, parseInput(verificationListSchema, { to: DAY }))],
    [
      'verified, all, paid of one course',
      () =>
        listAllVerified(admin, parseInput(verificationListSchema, { course: RARE_COURSE, state: 'paid' })),
    ],
    [
      'verified, own, of a course and a day',
      () =>
        listOwnVerifications(verifier, parseInput(verificationListSchema, { course: RARE_COURSE, to: DAY })),
    ],
    ['students of a verifier', () => listStudents(verifier, parseInput(listQuerySchema, {}))],
    [
      'payments, all, deep',
      () => listPayments(admin, parseInput(paymentListSchema, { cursor: cursorAt(CERTIFICATES / 40) })),
    ],
    [
      'payments of a month',
      () => listPayments(admin, parseInput(paymentListSchema, { from: ago(400), to: ago(370) })),
    ],
    ['totals of payments', () => paymentTotals(admin)],
    ['look-up', (round) => lookUpCertificate(verifier, { uniqueId: id(round) })],
    ...[
      'i',
      'ingrid',
      'jurgen fam1',
      'programming',
      'student99',
      'student123456',
      'university',
      'nobody at all',
    ].flatMap((q): [string, () => unknown][] => [
      [`search '${q}', all`, () => listAllCertificates(admin, parseInput(allCertificateListSchema, { q }))],
      [
        `search '${q}', an issuer with few`,
        () => listOwnCertificates(small, parseInput(ownCertificateListSchema, { q })),
      ],
    ]),
    [
      'search an ID, all',
      (round) => listAllCertificates(admin, parseInput(allCertificateListSchema, { q: id(round) })),
    ],
    [
      'search verifications',
      () => listAllVerified(admin, parseInput(verificationListSchema, { q: 'ingrid crypt' })),
    ],
  ];
  let worst = 0;
  for (const [name, work] of cases) {
    const { median, p99 } = await timesOf(work);
    worst = Math.max(worst, p99);
    report(`p99 ${name}`, `${p99.toFixed(2)} ms`, `goal: under 30 ms; median ${median.toFixed(2)}`);
  }
  report('the worst of these', `${worst.toFixed(2)} ms`, worst < 30 ? 'reached' : 'NOT reached');
}

/** Starts a bare node:http server in its own thread, which runs only the query of a look-up. */
function bareServer(file: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const Database = require(workerData.driver);
     const db = new Database(workerData.file, { readonly: true });
     const find = db.prepare('select unique_id, course_name, issuer_name, issue_date from certificates where unique_id = ?');
     require('node:http').createServer((request, response) => {
       request.resume().on('end', () => {
         response.setHeader('Content-Type', 'application/json');
         response.end(JSON.stringify(find.get(workerData.id)));
       });
     }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });`,
    {
      eval: true,
      workerData: {
        file,
        driver: new URL('../node_modules/better-sqlite3', import.meta.url).pathname,
        id: sqlite().prepare('select unique_id from certificates limit 1').pluck().get(),
      },
    },
  );
  return new Promise((resolve) => {
    worker.once('message', (port: number) =>
      resolve({ url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() }),
    );
  });
}

/** Returns the commits per second, each of one insert that is synced before the next commit. */
function bareCommits(folder: string): number {
  const file = join(folder, 'bare.sqlite');
  rmSync(file, { force: true });
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table rows (id integer primary key, text text not null)');
  const insert = db.prepare('insert into rows (text) values (?)');
  const text = 'x'.repeat(300);
  const started = performance.now();
  let commits = 0;
  while (performance.now() - started < size(2_000, 100)) {
    insert.run(text);
    commits += 1;
  }
  db.close();
  return (commits / (performance.now() - started)) * 1_000;
}

const peakMemoryMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

async function measureServer(ids: string[], database: LargeDatabase) {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-bench-'));
  const verifier = actorOf('verifier').token;
  const issuer = actorOf('issuer1').token;
  const bare = await bareServer(database.file);
  const server = await startServer({
    folder,
    env: { ...environmentOf(database), NODE_ENV: 'production', LOG_LEVEL: 'warn' },
  });
  const at = `http://127.0.0.1:${server.port}`;
  const json = { 'content-type': 'application/json' };
  try {
    const uniqueId = formatUniqueId(ids[0] ?? '');
    const lookUp = { method: 'POST' as const, body: JSON.stringify({ uniqueId }) };
    const constant = await requestsPerSecond(`${at}/healthz`);
    const lookUps = await requestsPerSecond(`${at}/api/v1/cert/verify`, {
      ...lookUp,
      headers: { ...json, authorization: `Bearer ${verifier}` },
    });
    const bareLookUps = await requestsPerSecond(bare.url, { ...lookUp, headers: json });
    report('look-ups to a constant resource route', (lookUps / constant).toFixed(2), 'goal: at least 0.70');
    report('look-ups to a bare node:http handler', (lookUps / bareLookUps).toFixed(2), 'for comparison');
    const rounds: { issued: number; commits: number }[] = [];
    // The report uses the median of five alternating rounds, because a disk's speed changes every few seconds.
    for (let round = 0; round < ROUNDS; round += 1) {
      const commits = bareCommits(folder);
      const issued = await requestsPerSecond(`${at}/api/v1/certs/issue`, {
        connections: 64, // One group commit includes at most 64 transactions (db/group-commit.ts).
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${issuer}` },
        body: JSON.stringify({
          studentEmail: 'bench@students.example',
          studentName: 'Bench Student',
          courseName: 'Benchmarks',
          allowDuplicate: true,
          issueDate: '2026-01-31',
        }),
      });
      rounds.push({ issued, commits });
    }
    rounds.sort((one, other) => one.issued / one.commits - other.issued / other.commits);
    const middle = rounds[ROUNDS >> 1] as { issued: number; commits: number };
    report(
      'issuing to bare commits with synchronous=FULL',
      (middle.issued / middle.commits).toFixed(2),
      `goal: at least 0.40; ${rounds.map(({ issued, commits }) => `${issued.toFixed(0)}/${commits.toFixed(0)}`).join(', ')}`,
    );
    const memory = peakMemoryMb(server.pid);
    report('peak memory of the server', `${memory.toFixed(0)} MB`, 'goal: under 500 MB');
  } finally {
    await server.stop();
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the functions first, and then a server. */
export async function run() {
  const database = await largeDatabase(CERTIFICATES);
  openDatabase(database.file);
  migrateDatabase();
  const ids = sqlite()
    // The log has no entries about the revocations of this database, so that revoked certificates are not as they were signed.
    .prepare(
      `select unique_id from certificates c where seq % 997 = 0
         and not exists (select 1 from certificate_revocations r where r.certificate_seq = c.seq) limit 1000`,
    )
    .pluck()
    .all() as string[];
  await measureFunctions(ids);
  await measureServer(ids, database);
  sqlite().close();
}
