import { expect, it } from 'vitest';
import { closeOrganisation } from '#app/accounts/organisations/close-organisation.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

const DAY_MS = 86_400_000;
const later = (ms: number) => {
  const at = now() + ms;
  setClock(() => at);
};

const ask = ({ cookie }: Person, password = PASSWORD) =>
  fetchPage('/settings/delete-account', { cookie, form: { password } });
const lookUp = ({ token }: Person, uniqueId: string) =>
  fetchApi('cert/verify', { token, json: { uniqueId } });
const values = (sql: string, ...parameters: unknown[]) =>
  sqlite()
    .prepare(sql)
    .pluck()
    .all(...parameters);
const user = ({ id }: Person) => sqlite().prepare('select * from users where id = ?').get(id) as object;

/** Every text and blob of the database, in one string. */
function wholeDatabase(): string {
  return sqlite().serialize().toString('latin1');
}

it('needs the password, and then the account can only be kept', async () => {
  const person = await makeVerifier();
  expect((await ask(person, 'wrong-horse-battery')).status).toBe(400);
  expect(values('select count(*) from account_deletions')).toEqual([0]);
  const answer = await ask(person);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings/keep-account']);
  expect(mailsTo(person.email).at(-1)?.subject).toBe('Your account will be deleted');

  for (const path of ['/settings', '/courses', '/verify', '/settings/data']) {
    const response = await fetchPage(path, { cookie: person.cookie });
    expect([path, response.status, response.headers.get('location')]).toEqual([
      path,
      302,
      '/settings/keep-account',
    ]);
  }
  // The API's session ended, and a login gets no other.
  expect((await fetchApi('users/me', { token: person.token })).status).toBe(401);
  const login = await fetchApi('users/login', { json: { email: person.email, password: PASSWORD } });
  expect([login.status, (await login.json()).code]).toEqual([403, 'account_deletion_pending']);
  // A browser still logs in.
  const browser = browserSession();
  await browser.fetch('/', { form: { email: person.email, password: PASSWORD } });
  const page = await browser.fetch('/settings/keep-account');
  expect([page.status, (await page.text()).includes('Keep my account')]).toEqual([200, true]);

  const kept = await fetchPage('/settings/keep-account', { cookie: person.cookie, form: {} });
  expect([kept.status, kept.headers.get('location')]).toEqual([302, '/settings']);
  expect((await fetchPage('/settings', { cookie: person.cookie })).status).toBe(200);
  expect(mailsTo(person.email).at(-1)?.subject).toBe('You keep your account');
  later(8 * DAY_MS);
  await deleteDueAccounts();
  expect(user(person)).toMatchObject({ email: person.email, deleted_at: null });
});

it('after seven days nothing names the account, and what others need stays', async () => {
  const issuer = await makeIssuer();
  const person = await makeVerifier({ name: 'Quillon Vantongeren', email: 'quillon.v@people.example' });
  const [paid, unpaid] = [
    await makeCertificate(issuer),
    await makeCertificate(issuer, certificateInput({ studentEmail: 'b@people.example' })),
  ];
  await payFor(person, paid.uniqueId);
  await lookUp(person, unpaid.uniqueId);
  sqlite()
    .prepare(
      "insert into support_messages (id, topic, name, email, subject, body, user_id, created_at) values ('m', 'contact', 'Quillon', ?, 's', 'b', ?, 1)",
    )
    .run(person.email, person.id);
  const receipts = values('select count(*) from receipts');
  await ask(person);
  later(6 * DAY_MS);
  await deleteDueAccounts();
  expect(user(person)).toMatchObject({ email: person.email });
  later(DAY_MS + 1);
  await deleteDueAccounts();

  expect(user(person)).toMatchObject({ name: '', email: null, password_hash: '' });
  for (const table of ['sessions', 'account_deletions', 'one_time_tokens', 'enrolments'])
    expect([table, values(`select count(*) from ${table} where user_id = ?`, person.id)]).toEqual([
      table,
      [0],
    ]);
  expect(values('select count(*) from support_messages')).toEqual([0]);
  expect(values('select count(*) from outbox where to_address = ?', person.email)).toEqual([0]);
  expect(
    values('select certificate_id is not null from verifications where verifier_id = ?', person.id),
  ).toEqual([1]);
  expect(values('select count(*) from receipts')).toEqual(receipts);
  expect(sqlite().pragma('foreign_key_check')).toEqual([]);
  expect(sqlite().pragma('integrity_check', { simple: true })).toBe('ok');

  // The receipt and its proof keep the buyer's name, which the law asks for. Nothing else has it.
  sqlite().exec(
    "update receipts set facts = '{}'; update log_entries set document = null where document is not null",
  );
  sqlite().exec('vacuum');
  const text = wholeDatabase().toLowerCase();
  for (const word of ['quillon', 'vantongeren']) expect([word, text.includes(word)]).toEqual([word, false]);

  const login = await fetchApi('users/login', { json: { email: person.email, password: PASSWORD } });
  expect(login.status).toBe(401);
  const superAdmin = await makeSuperAdmin();
  for (const path of [
    '/superadmin/verified-certificates',
    '/superadmin/payments',
    `/tracing?id=${paid.uniqueId}`,
  ])
    for (const [language, shown] of [
      ['en', 'Deleted account'],
      ['de', 'Gelöschtes Konto'],
    ] as const) {
      const headers = { 'accept-language': language };
      const seen = await fetchPage(path, { cookie: superAdmin.cookie, headers });
      expect([path, seen.status, await seen.text()]).toEqual([path, 200, expect.stringContaining(shown)]);
    }
  // The address is free again.
  expect((await makeVerifier({ email: person.email })).id).not.toBe(person.id);
});

it('an issuer is closed: its certificates stay and can be verified, and it issues nothing', async () => {
  const issuer = await makeIssuer({ name: 'Northwind Academy' });
  const certificate = await makeCertificate(issuer);
  await closeOrganisation(issuer.browser);
  await ask(issuer);
  later(7 * DAY_MS + 1);
  await deleteDueAccounts();
  expect(user(issuer)).toMatchObject({ name: 'Northwind Academy', email: null });
  const found = await lookUp(await makeVerifier(), certificate.uniqueId);
  expect([found.status, JSON.stringify(await found.json())]).toEqual([
    200,
    expect.stringContaining('Northwind Academy'),
  ]);
  expect(
    values('select decision from issuer_decisions where user_id = ? order by seq desc limit 1', issuer.id),
  ).toEqual(['suspended']);
});

it('what is open comes first: payments, batches, courses, and the organisation', async () => {
  const issuer = await makeIssuer();
  await makeCourse(issuer);
  const refused = await ask(issuer);
  expect([refused.status, (await refused.text()).includes('You have courses. Delete them first')]).toEqual([
    409,
    true,
  ]);
  const other = await makeIssuer();
  const { id } = await makeBatch(other);
  sqlite().prepare("update batches set status = 'issuing' where id = ?").run(id);
  expect((await ask(other)).status).toBe(409);
  sqlite().prepare("update batches set status = 'done' where id = ?").run(id);
  const owner = await ask(other);
  expect([owner.status, (await owner.text()).includes('You own an organisation')]).toEqual([409, true]);

  // A deletion that was asked for before there were organisations closes it, and waits for what is open.
  const at = Date.now();
  sqlite()
    .prepare('insert into account_deletions (user_id, requested_at, due_at) values (?, ?, ?)')
    .run(other.id, at, at + 7 * DAY_MS);
  sqlite().prepare("update batches set status = 'issuing' where id = ?").run(id);
  later(8 * DAY_MS);
  await deleteDueAccounts();
  expect(user(other)).toMatchObject({ email: other.email });
  sqlite().prepare("update batches set status = 'done' where id = ?").run(id);
  await deleteDueAccounts();
  expect(user(other)).toMatchObject({ email: null });
  expect(values('select closed_by from organisations where id = ?', other.id)).toEqual([other.id]);
});

it('super admins are managed by the operator, and a repeated request changes nothing', async () => {
  const office = await makeSuperAdmin();
  expect((await ask(office)).status).toBe(403);
  const person = await makeVerifier();
  const answers = await Promise.all([ask(person), ask(person), ask(person)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(
    mailsTo(person.email).filter(({ subject }) => subject === 'Your account will be deleted'),
  ).toHaveLength(1);
});
