import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { certificateInput, makeIssuer, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** Certificates that wait for each kill. */
const EACH = 4;
const POINTS = [
  'issueOnce enter',
  'storeCertificate enter',
  'enqueueMail leave',
  'storeCertificate leave',
  'issueOnce leave',
];
/** At which of the certificates the server is killed. */
const KILLS = POINTS.flatMap((point) => Array.from({ length: EACH }, (_, at) => `${point}#${at + 1}`));

const site = killedSite('scheduled');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let server: Awaited<ReturnType<typeof site.start>>;
let issuer: Person;
const promised: string[] = [];

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  sqlite().close();
  server = await site.start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function inDatabase<Result>(work: (database: Database.Database) => Result): Result {
  const database = new Database(DATABASE_FILE, { timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

async function schedule(studentName: string) {
  const answer = await fetch(`${server.url}/api/v1/certs/issue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(certificateInput({ studentName, holdMinutes: 60 })),
  });
  expect(answer.status).toBe(201);
  const { certificate } = (await answer.json()) as { certificate: { uniqueId: string } };
  promised.push(certificate.uniqueId.replaceAll('-', ''));
}

const letTimeCome = () =>
  inDatabase((database) => database.prepare('update scheduled_certificates set due_at = 1').run());

/** The certificates with their mails, log entries and events, and those that still wait. */
const state = () =>
  inDatabase((database) => {
    const all = (query: string) => database.prepare(query).pluck().all();
    return {
      issued: all('select unique_id from certificates order by unique_id'),
      mails: all("select count(*) from outbox where subject like 'Your certificate from%'")[0],
      entries: all("select count(*) from log_entries where type = 'issue'")[0],
      events: all("select count(*) from events where type = 'certificate.issued'")[0],
      counted: all('select issued from issuer_quotas')[0],
      waiting: all('select count(*) from scheduled_certificates')[0],
    };
  });

const everything = () => {
  const count = promised.length;
  const once = { mails: count, entries: count, events: count, counted: count };
  return { issued: promised.toSorted(), ...once, waiting: 0 };
};

it.each(KILLS)(
  'a kill at %s loses and doubles no certificate that waits',
  async (point) => {
    for (let at = 0; at < EACH; at += 1) await schedule(`Student ${point} ${at}`);
    writeFileSync(CRASH_FILE, point);
    letTimeCome();
    expect((await server.exited).signal).toBe('SIGKILL');
    rmSync(CRASH_FILE);
    server = await site.start();
    await expect.poll(state, { timeout: 20_000 }).toEqual(everything());
  },
  60_000,
);

it('several processes issue each once', async () => {
  server.kill('SIGTERM');
  await server.exited;
  server = await site.start({ WEB_CONCURRENCY: '2' });
  for (let at = 0; at < 3 * EACH; at += 1) await schedule(`Student of two processes ${at}`);
  letTimeCome();
  await expect.poll(state, { timeout: 20_000 }).toEqual(everything());
}, 60_000);
