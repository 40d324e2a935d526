/**
 * `npm run test:crash [-- ROUNDS [SECONDS]]`: repeatedly kills the server with SIGKILL while clients issue, pay, revoke,
 * upload, delete and register. Then checks that everything acknowledged exists exactly once. No round starts after SECONDS. The
 * last line is `1 passed, 0 failed` or `0 passed, 1 failed`. Needs `npm run build`. Uses a temporary folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadEnvironment } from '#app/config/env.server.ts';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { configureLog } from '#app/shared/log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { picture } from '#tests/support/course-factories.ts';
import { type Acknowledged, acts, nothingYet } from '#tests/support/crash-load.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { startServer } from '#tests/support/server.ts';
import { answerHelp } from './help.ts';

answerHelp();

const ROUNDS = Math.min(Number(process.argv[2] ?? 200), 10_000);
const NO_ROUND_AFTER_MS = Number(process.argv[3] ?? 86_400) * 1_000;
const START_LIMIT_MS = 5_000;
/** A server is killed after at most this many acknowledged actions, so that rounds are short. */
const MOST_ACTS = 60;
const LONGEST_LOAD_MS = 10_000;
// All servers load the same modules. The cache lets them compile each module once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');

const folder = mkdtempSync(join(tmpdir(), 'certrace-crash-'));
const env = { RATE_LIMITS: 'off', ISSUE_QUOTA_PER_DAY: '1000000', STORAGE_RESERVE_MB: '0' };
loadEnvironment({
  NODE_ENV: 'test',
  DATABASE_FILE: join(folder, 'certrace.sqlite'),
  UPLOADS_DIR: join(folder, 'uploads'),
  KEYS_DIR: join(folder, 'keys'),
  LOG_LEVEL: 'silent',
});
configureLog();

const open = () => openDatabase(join(folder, 'certrace.sqlite'));
const read = (sql: string, ...values: unknown[]) =>
  sqlite()
    .prepare<unknown[], number>(sql)
    .pluck()
    .get(...values) ?? 0;

open();
migrateDatabase();
const people = {
  issuer: await makeIssuer(),
  verifier: await makeVerifier(),
  thumbnail: await picture(320, 180),
};
makeField(people.issuer, 'no', { kind: 'running', rules: { pattern: '{number}' } });
sqlite().close();

const done = nothingYet();
const load = acts(people, done);
let slowestStartMs = 0;
let startLimitMs = START_LIMIT_MS;

/** Starts the server, sends requests for a moment, and kills it. */
async function round(number: number) {
  const started = performance.now();
  const server = await startServer({ folder, env });
  const tookMs = performance.now() - started;
  // The first start compiles what later starts read from the cache, and shows how slow the machine is.
  if (number === 1) startLimitMs = Math.max(START_LIMIT_MS, 2 * tookMs);
  else slowestStartMs = Math.max(slowestStartMs, tookMs);
  load.at(`http://127.0.0.1:${server.port}`);
  let over = false;
  const clients = load.list.map(async (act) => {
    while (!over) await act().catch(() => delay(5));
  });
  const enough = done.count() + 1 + Math.random() * MOST_ACTS;
  // An upload takes longer than all other actions, so some rounds wait for one.
  const uploads = done.uploads + (number % 4 === 1 ? 1 : 0);
  const until = Date.now() + LONGEST_LOAD_MS;
  const isEnough = () => done.count() >= enough && done.uploads >= uploads;
  while (!isEnough() && Date.now() < until) await delay(5);
  server.kill('SIGKILL');
  await server.exited;
  over = true;
  await Promise.all(clients);
}

/** Starts the server again to complete interrupted work, and stops it gracefully. */
async function finish() {
  const server = await startServer({ folder, env });
  open();
  const waiting = () => read("select count(*) from batches where status in ('checking', 'issuing')");
  const until = Date.now() + 60_000;
  while (waiting() > 0 && Date.now() < until) await delay(100);
  sqlite().close();
  server.kill('SIGTERM');
  await server.exited;
}

/** Counts the ids that a query does not find exactly once. */
const notOnce = (ids: Iterable<string>, sql: string) => [...ids].filter((id) => read(sql, id) !== 1).length;

async function findProblems(acknowledged: Acknowledged): Promise<string[]> {
  const plain = (id: string) => id.replaceAll('-', '');
  const { issued, paid, revoked, batches, courses, deleted, registered, failures } = acknowledged;
  const numbers: Record<string, number> = {
    'issued certificates are not there once': notOnce(
      issued.map(plain),
      'select count(*) from certificates where unique_id = ?',
    ),
    'acknowledged payments are not there once': notOnce(
      paid.values(),
      `select count(*) from payments p join verifications v on v.payment_id = p.id
       where p.id = ? and p.state = 'paid' and v.paid_at is not null`,
    ),
    'verifications were charged twice': read(
      `select count(*) from (select 1 from sandbox_charges c join payments p on p.id = c.payment_id
       where c.decline_message is null and c.refunded_at is null
         group by p.payer_id, p.verification_id, p.course_id having count(*) > 1)`,
    ),
    'revocations are not there once': notOnce(
      revoked.map(plain),
      `select count(*) from certificate_revocations r join certificates c on c.seq = r.certificate_seq
       where c.unique_id = ?`,
    ),
    'batches are not done': notOnce(
      batches,
      `select count(*) from batches where id = ? and status = 'done' and issued = 3 and total = 3`,
    ),
    'courses are not there once': notOnce(courses, 'select count(*) from courses where id = ?'),
    'deleted courses are there': deleted.filter(
      (id) => read('select count(*) from courses where id = ?', id) > 0,
    ).length,
    'accounts are not there once': notOnce(registered, 'select count(*) from users where email = ?'),
    'accounts have not one mail': notOnce(registered, 'select count(*) from outbox where to_address = ?'),
    'certificates without one mail, one credential and one log entry': read(
      `select count(*) from certificates c where
       (select count(*) from outbox o where o.certificate_seq = c.seq and o.subject not like '%revoked%') <> 1
       or (select count(*) from certificate_credentials k where k.certificate_seq = c.seq) <> 1
       or (select count(*) from log_entries l where l.type = 'issue' and l.subject = c.seq) <> 1`,
    ),
    'running numbers are missing or given twice': read(
      `select count(*) + max(n) - 2 * count(distinct n)
       from (select cast(fields ->> '$[0].value' as integer) as n from certificates where fields is not null)`,
    ),
    'certificates without a running number': notOnce(
      issued.map(plain),
      "select count(*) from certificates where unique_id = ? and fields ->> '$[0].version' = 1",
    ),
    'revocations without one log entry': read(
      `select count(*) from certificate_revocations r where
       (select count(*) from log_entries l where l.type = 'revoke' and l.subject = r.certificate_seq) <> 1`,
    ),
  };
  const problems = Object.entries(numbers).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  const stored = (await checkStorage()).flatMap((check) => check.problems);
  if (slowestStartMs > startLimitMs) problems.push(`a start took ${Math.round(slowestStartMs)} ms`);
  return [...problems, ...stored, ...failures];
}

try {
  let rounds = 0;
  while (rounds < ROUNDS && performance.now() < NO_ROUND_AFTER_MS) {
    rounds += 1;
    await round(rounds);
    if (rounds % 10 === 0) console.log(`${rounds} rounds, ${done.issued.length} certificates so far`);
  }
  await finish();
  open();
  const problems = await findProblems(done);
  sqlite().close();
  const { issued, paid, revoked, batches, uploads, deleted, registered } = done;
  console.log(
    `${rounds} rounds, slowest start ${Math.round(slowestStartMs)} ms. Acknowledged: ${issued.length} certificates, ${paid.size} payments, ${revoked.length} revocations, ${batches.length} batches, ${uploads} uploads, ${deleted.length} deletions, ${registered.length} registrations.`,
  );
  console.log(problems.length > 0 ? problems.join('\n') : 'All of it is there exactly once.');
  console.log(problems.length > 0 ? '0 passed, 1 failed' : '1 passed, 0 failed');
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
