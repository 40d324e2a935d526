/**
 * `node scripts/crash-test.ts [rounds]`: kills the server with SIGKILL again and again while clients issue certificates
 * and pay for verifications, and then looks for anything that was acknowledged and lost, or charged twice.
 * Needs `npm run build`; works on a database of its own in the folder for temporary files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSession } from '#app/accounts/sessions.server.ts';
import { loadEnvironment } from '#app/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { startServer } from '#tests/support/server.ts';

const ROUNDS = Math.min(Number(process.argv[2] ?? 15), 100);
const ISSUING_CLIENTS = 4;
const PAYING_CLIENTS = 4;

const folder = mkdtempSync(join(tmpdir(), 'certrace-crash-'));
const file = join(folder, 'certrace.sqlite');
loadEnvironment({ NODE_ENV: 'test', DATABASE_FILE: file });

function tokenFor(role: 'admin' | 'corporate'): string {
  const id = newId();
  sqlite
    .prepare(
      `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
       values (?, ?, ?, ?, ?, '-', 1, 1)`,
    )
    .run(id, role, `${role}@crash.example`, role, role);
  if (role === 'admin') {
    sqlite
      .prepare(`insert into issuer_decisions (user_id, decision, decided_at) values (?, 'approved', 1)`)
      .run(id);
  }
  return transaction((tx) => startSession(tx, id, 'bearer', { address: '127.0.0.1', userAgent: 'crash' }));
}

openDatabase(file);
migrateDatabase();
const issuer = tokenFor('admin');
const verifier = tokenFor('corporate');
sqlite.close();

/** What the server has answered with success: it must be there whatever happens afterwards. */
const issued: string[] = [];
const paid = new Map<string, string>();
const toPay: string[] = [];
let serverErrors = 0;

async function post(url: string, path: string, token: string, body: unknown, key?: string) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  if (response.status >= 500) serverErrors += 1;
  return response.ok ? ((await response.json()) as Record<string, Record<string, string>>) : null;
}

/** Works until the server is gone, which is what a failed request means here. */
async function client(work: () => Promise<void>, stopped: () => boolean) {
  while (!stopped()) {
    try {
      await work();
    } catch {
      await delay(20);
    }
  }
}

async function issueOne(url: string) {
  const answer = await post(url, 'certs/issue', issuer, {
    studentEmail: 'student@crash.example',
    studentName: 'Crash Student',
    courseName: 'Durability',
    allowDuplicate: true,
    issueDate: '2026-01-31',
  });
  const uniqueId = answer?.certificate?.uniqueId;
  if (!uniqueId) return;
  issued.push(uniqueId);
  toPay.push(uniqueId);
}

async function payOne(url: string) {
  const uniqueId = toPay.pop();
  if (!uniqueId) return delay(5);
  const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };
  try {
    // Twice at once, as a double click would.
    const answers = await Promise.all(
      [0, 1].map(() => post(url, 'cert/verify/payment', verifier, { uniqueId, ...card }, uniqueId)),
    );
    for (const answer of answers) {
      const payment = answer?.payment?._id;
      if (payment) paid.set(uniqueId, payment);
    }
  } finally {
    // A client without a response tries again after the crash.
    if (!paid.has(uniqueId)) toPay.unshift(uniqueId);
  }
}

async function round(number: number) {
  const server = await startServer({ folder, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'info' } });
  const url = `http://127.0.0.1:${server.port}`;
  let over = false;
  const clients = [
    ...Array.from({ length: ISSUING_CLIENTS }, () =>
      client(
        () => issueOne(url),
        () => over,
      ),
    ),
    ...Array.from({ length: PAYING_CLIENTS }, () =>
      client(
        () => payOne(url),
        () => over,
      ),
    ),
  ];
  await delay(800 + Math.random() * 1_000);
  server.kill('SIGKILL');
  await server.exited;
  over = true;
  await Promise.all(clients);
  console.log(`round ${number}: ${issued.length} issued, ${paid.size} paid so far`);
}

function check(): string[] {
  const plain = (id: string) => id.replaceAll('-', '');
  const count = (sql: string, ...values: unknown[]) =>
    sqlite
      .prepare(sql)
      .pluck()
      .get(...values) as number;
  const problems: string[] = [];
  const lost = issued.filter(
    (id) => !count('select count(*) from certificates where unique_id = ?', plain(id)),
  );
  if (lost.length) problems.push(`${lost.length} issued certificates are lost`);
  const unpaid = [...paid.values()].filter(
    (id) =>
      !count(
        `select count(*) from payments p join verifications v on v.id = p.verification_id
         where p.id = ? and p.state = 'paid' and v.paid_at is not null and v.payment_id = p.id`,
        id,
      ),
  );
  if (unpaid.length) problems.push(`${unpaid.length} acknowledged payments are lost`);
  const twice = count(
    `select count(*) from (select p.verification_id from sandbox_charges c join payments p on p.id = c.payment_id
     where c.decline_message is null group by p.verification_id having count(*) > 1)`,
  );
  if (twice) problems.push(`${twice} verifications were charged twice`);
  const open = count(`select count(*) from payments where state in ('created', 'pending')`);
  if (open) problems.push(`${open} payments were left open`);
  const unsettled = count(
    `select count(*) from sandbox_charges c join payments p on p.id = c.payment_id
     where c.decline_message is null and p.state <> 'paid'`,
  );
  if (unsettled) problems.push(`${unsettled} charges are not on our books`);
  const certificates = count('select count(*) from certificates');
  const mails = count(`select count(*) from outbox where to_address = 'student@crash.example'`);
  if (certificates !== mails) problems.push(`${certificates} certificates, but ${mails} mails`);
  const integrity = sqlite.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') problems.push(`integrity_check: ${integrity}`);
  if (serverErrors) problems.push(`${serverErrors} answers were 5xx`);
  return problems;
}

try {
  for (let number = 1; number <= ROUNDS; number += 1) await round(number);
  // One orderly start and stop: what the last crash left open is settled.
  const last = await startServer({ folder, env: { RATE_LIMITS: 'off' } });
  last.kill('SIGTERM');
  await last.exited;
  openDatabase(file);
  const problems = check();
  sqlite.close();
  console.log(
    problems.length
      ? problems.join('\n')
      : `${ROUNDS} rounds: ${issued.length} certificates and ${paid.size} payments acknowledged, none lost, nobody charged twice`,
  );
  process.exitCode = problems.length ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
