import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { sweepUnverifiedAccounts } from '#app/accounts/register.server.ts';
import { compose } from '#app/mail/compose.server.ts';
import { enqueueMail, sweepOutbox } from '#app/mail/outbox.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { makeBatch, makeIssuer, makeVerifier, SUPER_ADMIN_PASSWORDS } from '#tests/support/factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const DAY_MS = 86_400_000;
const column = (sql: string) => sqlite().prepare(sql).pluck().all();
const after = (days: number) => {
  const later = now() + days * DAY_MS;
  setClock(() => later);
};

it('a delivered or failed message is kept for 30 days, and a waiting one until its delivery', () => {
  transaction((tx) => {
    for (const subject of ['delivered', 'failed', 'waiting'])
      enqueueMail(
        tx,
        compose('zoe@people.example', () => ({ name: 'Zoë', subject, lines: [] })),
      );
  });
  sqlite().exec(`update outbox set next_attempt_at = null, delivered_at = 1 where subject = 'delivered';
    update outbox set next_attempt_at = null, failed_at = 1 where subject = 'failed'`);
  const subjects = () => column('select subject from outbox order by seq');
  after(29);
  sweepStep();
  expect(subjects()).toEqual(['delivered', 'failed', 'waiting']);
  after(2);
  sweepStep();
  expect(subjects()).toEqual(['waiting']);
});

it('an account with an unverified address is kept for 30 days', async () => {
  const [password1, password2] = SUPER_ADMIN_PASSWORDS;
  await createSuperAdmin({ id: 'registrar', password1, password2 }, { reset: false });
  const verified = await makeVerifier();
  await makeVerifier({ verified: false });
  const usernames = () => column('select username from users').sort();
  after(29);
  sweepStep();
  expect(usernames()).toHaveLength(3);
  after(2);
  sweepStep();
  expect(usernames()).toEqual([verified.username, 'registrar'].sort());
  expect(sqlite().pragma('foreign_key_check')).toEqual([]);
});

it('the operator chooses how long each kind is kept', async () => {
  testEnvironment({
    RETENTION_MAIL_DAYS: '10',
    RETENTION_UNVERIFIED_ACCOUNT_DAYS: '20',
    RETENTION_BATCH_DRAFT_DAYS: '40',
    RETENTION_SUPPORT_MESSAGE_DAYS: '60',
  });
  const issuer = await makeIssuer();
  await makeVerifier({ verified: false });
  await makeBatch(issuer);
  sqlite().exec(`update outbox set next_attempt_at = null, delivered_at = 1`);
  sqlite()
    .prepare(
      `insert into support_messages (id, topic, name, email, subject, body, created_at, handled_at)
       values ('m', 'contact', 'Z', 'z@people.example', 's', 'b', ?, ?)`,
    )
    .run(now(), now());
  const left = () => {
    while (sweepStep());
    const of = (table: string, where = 'true') =>
      column(`select count(*) from ${table} where ${where}`)[0] !== 0;
    return {
      mail: of('outbox'),
      account: of('users', 'email_verified_at is null'),
      batch: of('batches'),
      message: of('support_messages'),
    };
  };
  const all = { mail: true, account: true, batch: true, message: true };
  after(9);
  expect(left()).toEqual(all);
  after(2);
  expect(left()).toEqual({ ...all, mail: false });
  after(8);
  expect(left()).toEqual({ ...all, mail: false });
  after(2);
  expect(left()).toEqual({ ...all, mail: false, account: false });
  after(18);
  expect(left()).toEqual({ ...all, mail: false, account: false });
  after(2);
  expect(left()).toEqual({ mail: false, account: false, batch: false, message: true });
  after(18);
  expect(left().message).toBe(true);
  after(2);
  expect(left()).toEqual({ mail: false, account: false, batch: false, message: false });
});

it('a sweep removes a limited number of rows, and returns whether more are left', () => {
  transaction((tx) => {
    for (let index = 0; index < 25; index += 1)
      enqueueMail(
        tx,
        compose(`z${index}@a.example`, () => ({ name: 'Z', subject: 's', lines: [] })),
      );
  });
  sqlite().exec('update outbox set next_attempt_at = null, delivered_at = 1');
  after(31);
  expect(sweepStep(10)).toBe(true);
  expect(column('select count(*) from outbox')).toEqual([15]);
  while (sweepStep(10));
  expect(column('select count(*) from outbox')).toEqual([0]);
});

it.each([
  ['delivered messages', sweepOutbox, 'outbox_done'],
  ['unverified accounts', sweepUnverifiedAccounts, 'users_unverified'],
])('the sweep of %s finds its rows by an index', (_name, sweep, index) => {
  const prepare = sqlite().prepare.bind(sqlite());
  let sql = '';
  sqlite().prepare = ((source: string) => {
    sql = source;
    return prepare(source);
  }) as Database['prepare'];
  sweep(10);
  sqlite().prepare = prepare;
  const parameters = Array<number>((sql.match(/\?/g) ?? []).length).fill(1);
  const steps = (prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]).map(
    ({ detail }) => detail,
  );
  expect(steps.join('\n')).toContain(index);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
