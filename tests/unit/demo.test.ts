// Registers what payments can be for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { seedDemo } from '#app/sample/seed.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** A day that most years lack, shortly after midnight. */
const TODAY = Date.parse('2028-02-29T00:00:40Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const list = (query: string, ...values: unknown[]) =>
  sqlite()
    .prepare(query)
    .pluck()
    .all(...values);
const count = (what: string) => list(`select count(*) from ${what}`)[0];

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Devanagari', 'Han'];

/** Columns with a time of the past, by table. */
const timeColumns = () =>
  (
    sqlite()
      .prepare(
        `select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
         where t.type = 'table' and c.name like '%\\_at' escape '\\' and c.name not in ('expires_at', 'next_attempt_at', 'mail_due_at', 'lapses_at')`,
      )
      .all() as { table: string; column: string }[]
  ).filter(({ table }) => !table.startsWith('sqlite_'));

function expectCoherentTimes() {
  for (const { table, column } of timeColumns()) {
    const [newest] = list(`select max("${column}") from "${table}"`) as (number | null)[];
    expect([table, column, (newest ?? 0) > TODAY + MINUTE_MS]).toEqual([table, column, false]);
  }
  const [days] = list('select julianday(max(issue_date)) - julianday(min(issue_date)) from certificates');
  expect(days).toBeGreaterThan(600);
  const drifting = "certificates where issue_date <> date(created_at / 1000, 'unixepoch')";
  expect(count(drifting)).toBe(0);
  const logged = list("select entry ->> '$.time' from log_entries order by seq");
  expect(logged).toEqual(logged.toSorted());
}

/** Mail was delivered and forgotten, as a server with SMTP would have done, but the mailbox shows that of the last week. */
function expectCoherentMail() {
  const old = TODAY - 8 * DAY_MS;
  expect(list('select id from outbox where next_attempt_at is not null and created_at < ?', old)).toEqual([]);
  expect(list("select id from outbox where next_attempt_at is null and text <> ''")).toEqual([]);
  expect(list('select id from outbox where created_at < ?', TODAY - 40 * DAY_MS)).toEqual([]);
  expect(count("outbox where text <> ''")).toBeGreaterThan(5);
  expect(count('outbox where failed_at is not null')).toBe(1);
  expect(list('select id from outbox where delivered_at - created_at > ?', MINUTE_MS)).toEqual([]);
}

it('the demo has two coherent years of data, something in every list and filter, and makes it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  testEnvironment({
    ISSUER_APPROVAL: 'auto',
    PAYMENT_GATEWAY: 'sandbox,invoice',
    RATE_LIMITS: 'off',
    UPLOADS_DIR: folder,
    KEYS_DIR: join(folder, 'keys'),
  });
  setClock(() => TODAY);
  await seedDemo();

  expect(count('certificates')).toBeGreaterThan(380);
  expect(count("users where role = 'admin'")).toBe(3);
  const names = list('select student_name from certificates') as string[];
  for (const script of SCRIPTS) {
    const written = names.filter((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name));
    expect([script, written.length > 20]).toEqual([script, true]);
  }
  expectCoherentTimes();
  expectCoherentMail();
  for (const what of [
    'certificate_revocations',
    'certificate_replacements',
    'certificate_renewals',
    "certificates where expiry_date between '2028-02-29' and '2028-03-29'",
    'verifications where paid_at is null',
    "payments where state = 'failed'",
    "payments where state = 'refunded'",
    "payments where gateway = 'invoice'",
    'credit_statements where settled_at is null',
    'credit_statements where settled_at is not null',
    'coupon_uses',
    "batches where status = 'done'",
    "batches where status = 'ready'",
    "batches where status = 'cancelled'",
    'designs where version > 1',
    'designs where retired_at is not null',
    'support_messages where handled_at is null',
    '(select 1 from enrolments group by course_id having count(*) > 200)',
    '(select 1 from ratings group by course_id having avg(stars) >= 4.8)',
  ]) {
    expect([what, Number(count(what)) > 0]).toEqual([what, true]);
  }
  expect((await checkStorage()).flatMap(({ problems }) => problems)).toEqual([]);

  const [entries] = list('select max(seq) from log_entries');
  await seedDemo();
  expect(list('select max(seq) from log_entries')).toEqual([entries]);
});
