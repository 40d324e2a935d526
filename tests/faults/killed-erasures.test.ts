import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkAudit } from '#app/audit/check-audit.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';

/** More than one step has. */
const CERTIFICATES = 6;

/** Where the server is killed, and how many processes it has. */
const POINTS = [
  { inside: 'eraseCertificates enter#1', processes: 1 },
  { inside: 'eraseCertificates leave#2', processes: 1 },
  { inside: 'eraseCertificates leave#2', processes: 2 },
  { inside: 'removeDrawn enter#1', processes: 1 },
  { inside: 'eraseRemains enter#1', processes: 2 },
  { inside: 'eraseRemains leave#1', processes: 1 },
];

const DELETION_POINTS = [
  { inside: 'deleteAccount enter#1', isGone: false },
  { inside: 'deleteMailsSince enter#1', isGone: false },
  { inside: 'deleteMailsSince leave#1', isGone: false },
  { inside: 'deleteAccount leave#1', isGone: true },
];

const site = killedSite('erasures');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let server: Awaited<ReturnType<typeof start>> | undefined;
let office: Person;
const people: Person[] = [];

const surnameOf = (n: number) => `Vantongeren${'abcdefgh'[n]}`;
const addressOf = (n: number) => `quillon.${'abcdefgh'[n]}@holders.example`;

const start = (processes = 1) => site.start({ WEB_CONCURRENCY: String(processes), RATE_LIMITS: 'off' });

/** Reads the database while no server runs. */
function inDatabase<Result>(read: () => Result): Result {
  openDatabase(DATABASE_FILE);
  try {
    return read();
  } finally {
    sqlite().close();
  }
}

const value = (sql: string, ...values: unknown[]) =>
  sqlite()
    .prepare(sql)
    .pluck()
    .get(...values);

beforeAll(async () => {
  site.openNewDatabase();
  const issuer = await makeIssuer();
  office = await makeSuperAdmin();
  for (const index of POINTS.keys())
    for (let n = 0; n < CERTIFICATES; n += 1)
      await makeCertificate(issuer, {
        studentName: `Quillon ${surnameOf(index)}`,
        studentEmail: addressOf(index),
        courseName: `Course ${n}`,
      });
  for (const _ of DELETION_POINTS) people.push(await makeIssuer());
  people.push(await makeVerifier());
  sqlite().close();
});

afterEach(() => rmSync(CRASH_FILE, { force: true }));

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const erase = (url: string, email: string) =>
  fetch(`${url}/api/v1/holders/erasure`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, reason: 'Asked', password: SUPER_ADMIN_PASSWORDS[0] }),
  });

/** The files of the site in which a text stands. */
const traces = (text: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path).toString('latin1').includes(text));

/** Certificates of which a part of the holder is gone and another part is not. */
const HALF_ERASED = `select count(*) from certificates c left join erasures e on e.certificate_id = c.id
  where (c.student_name = 'Erased') <> (e.certificate_id is not null)
    or (c.student_name = 'Erased') <> (c.student_email = '')
    or (c.student_name = 'Erased') <> ((select bytes from certificate_credentials where certificate_seq = c.seq) = x'')
    or (c.student_name = 'Erased') <> ((select salt from log_entries where type = 'issue' and subject = c.seq) is null)
    or (c.student_name = 'Erased') <> exists (select 1 from audit_rows where act = 'holder.erased'
      and object_id = substr(c.unique_id, 1, 4) || '-' || substr(c.unique_id, 5, 4) || '-' || substr(c.unique_id, 9, 4) || '-' || substr(c.unique_id, 13))`;

it.each(POINTS.map((point, index) => ({ ...point, index })))(
  'an erasure that a kill cuts off is finished by the next start: $inside, $processes processes',
  { timeout: 60_000 },
  async ({ inside, processes, index }) => {
    const before = inDatabase(() => Number(value('select count(*) from erasures')));
    server = await start(processes);
    writeFileSync(CRASH_FILE, inside);
    await expect(erase(server.url, addressOf(index))).rejects.toThrow();
    server.kill('SIGKILL');
    await server.exited;
    rmSync(CRASH_FILE, { force: true });
    inDatabase(() => {
      expect(value(HALF_ERASED)).toBe(0);
      expect(value('select count(*) from open_erasures')).toBe(1);
      expect(checkAudit().problems).toEqual([]);
      expect(checkLog().problems).toEqual([]);
    });

    server = await start(processes);
    await expect
      .poll(() => erase(server?.url ?? '', addressOf(index)).then((answer) => answer.json()), {
        timeout: 20_000,
      })
      .toMatchObject({ erased: 0 });
    await server.stop();
    inDatabase(() => {
      expect(value(HALF_ERASED)).toBe(0);
      expect(value('select count(*) from open_erasures')).toBe(0);
      expect(value('select count(*) from erasures')).toBe(before + CERTIFICATES);
      expect(checkAudit().problems).toEqual([]);
      expect(checkLog().problems).toEqual([]);
    });
    expect([...traces(surnameOf(index)), ...traces(addressOf(index))]).toEqual([]);
    // Nor does the server's own log name the holder.
    expect(server.output.length).toBeGreaterThan(0);
    expect(server.output.filter((line) => /Vantongeren|holders\.example/.test(line))).toEqual([]);
  },
);

it.each(DELETION_POINTS.map((point, index) => ({ ...point, index })))(
  'a deletion of an account that a kill cuts off is finished by the next start: $inside',
  { timeout: 60_000 },
  async ({ inside, isGone, index }) => {
    const { id, email } = people[index] as Person;
    // Its organisation is closed with it, which writes a mail to every member.
    inDatabase(() =>
      sqlite()
        .prepare('insert into account_deletions (user_id, requested_at, due_at) values (?, 1, 1)')
        .run(id),
    );
    writeFileSync(CRASH_FILE, inside);
    server = await start().catch(() => undefined);
    await server?.exited;
    rmSync(CRASH_FILE, { force: true });
    const state = () =>
      inDatabase(() => {
        expect(checkAudit().problems).toEqual([]);
        return {
          isDeleted: value('select deleted_at is not null from users where id = ?', id),
          address: value('select email from users where id = ?', id),
          rows: value("select count(*) from audit_rows where act = 'account.deleted' and object_id = ?", id),
          isAsked: value('select count(*) from account_deletions where user_id = ?', id),
          isClosed: value('select closed_at is not null from organisations where id = ?', id),
        };
      });
    const gone = { isDeleted: 1, address: null, rows: 1, isAsked: 0, isClosed: 1 };
    const there = { isDeleted: 0, address: email, rows: 0, isAsked: 1, isClosed: 0 };
    expect(state()).toEqual(isGone ? gone : there);
    if (isGone)
      expect(inDatabase(() => value('select count(*) from outbox where to_address = ?', email))).toBe(0);

    server = await start();
    const beside = new Database(DATABASE_FILE, { readonly: true });
    const isDeleted = beside.prepare('select deleted_at is not null from users where id = ?').pluck();
    await expect.poll(() => isDeleted.get(id), { timeout: 20_000 }).toBe(1);
    beside.close();
    await server.stop();
    expect(state()).toEqual(gone);
    expect(inDatabase(() => value('select count(*) from outbox where to_address = ?', email))).toBe(0);
    expect(traces(email)).toEqual([]);
  },
);
