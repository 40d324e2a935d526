import { beforeEach, expect, it } from 'vitest';
import { issuersWaiting } from '#app/accounts/issuers.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let office: Person;
beforeEach(async () => {
  office = await makeSuperAdmin();
});

const help = (person: Person, intent: string, reason = 'Called by phone', { cookie } = office) =>
  fetchPage(`/superadmin/accounts/${person.id}/help`, { cookie, form: { intent, reason } });

const recorded = () =>
  sqlite()
    .prepare("select act, object_id, after from audit_rows where act like 'account.%' order by seq")
    .all();

it('mails a reset or a confirmation link to the account, with a reason', async () => {
  const [person, newcomer] = [await makeVerifier(), await makeVerifier({ verified: false })];
  expect(await (await fetchPage('/superadmin/accounts', office)).text()).toContain(
    `/superadmin/accounts/${person.id}/help`,
  );
  expect((await help(person, 'reset', '')).status).toBe(400);
  expect((await help(person, 'reset', 'Mine', person)).status).toBe(403);
  const before = mailsTo(person.email).length;
  expect((await help(person, 'reset')).status).toBe(200);
  const mails = mailsTo(person.email);
  expect(mails).toHaveLength(before + 1);
  expect(mails.some(({ text }) => text.includes('/reset-password/'))).toBe(true);
  expect((await help(person, 'confirmation')).status).toBe(409);
  expect((await help(newcomer, 'confirmation')).status).toBe(200);
  expect(mailsTo(newcomer.email).filter(({ text }) => text.includes('/verify/'))).toHaveLength(2);
  expect((await help(office, 'reset')).status).toBe(404);
  const after = '{"reason":"Called by phone"}';
  expect(recorded()).toEqual([
    { act: 'account.reset_mailed', object_id: person.id, after },
    { act: 'account.confirmation_mailed', object_id: newcomer.id, after },
  ]);
});

it('lifts a lockout from every address', async () => {
  const issuer = await makeIssuer();
  const logIn = (password: string, address: string) =>
    fetchApi('users/login', { json: { email: issuer.email, password }, address });
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    for (let n = 0; n < 5; n += 1) await logIn('wrong', address);
    expect((await logIn(PASSWORD, address)).status).toBe(429);
  }
  const asIssuer = (password: string) =>
    fetchApi('admin/login', { json: { username: issuer.username, password }, address: '192.0.2.3' });
  for (let n = 0; n < 5; n += 1) await asIssuer('wrong');
  expect((await help(issuer, 'unlock')).status).toBe(200);
  expect((await asIssuer(PASSWORD)).status).toBe(200);
  for (const address of ['192.0.2.1', '192.0.2.2']) expect((await logIn(PASSWORD, address)).status).toBe(200);
  // Later failures lock again.
  for (let n = 0; n < 5; n += 1) await logIn('wrong', '192.0.2.1');
  expect((await logIn(PASSWORD, '192.0.2.1')).status).toBe(429);
  expect(recorded()).toMatchObject([{ act: 'account.unlocked', object_id: issuer.id }]);
});

it('finds the mails to an address also after delivery, without their text', async () => {
  const person = await makeVerifier();
  await fetchApi('users/forgot-password', { json: { email: person.email } });
  sqlite().exec(
    "update outbox set delivered_at = 1760000000000, next_attempt_at = null, text = '', html = ''",
  );
  const search = new URLSearchParams({ q: person.email.toUpperCase() });
  const page = await (await fetchPage(`/superadmin/mail?${search}`, office)).text();
  expect(page).toContain(`Messages to ${person.email}`);
  expect(page).toContain('Set a new password');
  expect(page).not.toContain('/reset-password/');
  expect(await (await fetchPage('/superadmin/mail?q=nobody@example.org', office)).text()).not.toContain(
    person.email,
  );
});

it.each(['/superadmin/status', '/superadmin/issued-certificates'])(
  '%s says that an issuer waits for approval, until it is decided',
  async (path) => {
    const shown = async () =>
      (await (await fetchPage(path, office)).text()).includes('href="/admin/update?status=pending"');
    await makeIssuer();
    expect(await shown()).toBe(false);
    const waiting = await makePendingIssuer();
    expect(await shown()).toBe(true);
    sqlite().prepare('update users set email_verified_at = null where id = ?').run(waiting.id);
    expect(await shown()).toBe(false);
  },
);

it('finds out by indexes whether an issuer waits', async () => {
  const plans = await queryPlans(async () => issuersWaiting(office.actor));
  expect(tableScans(plans).filter((step) => !/USING|subquery/.test(step))).toEqual([]);
  expect(() => issuersWaiting({ kind: 'visitor', address: '192.0.2.7' })).toThrow();
});

it('tells the operator that an issuer waits for approval', async () => {
  testEnvironment({ OPERATOR_EMAIL: 'operator@site.example' });
  await makePendingIssuer({ name: 'Fenland College' });
  await makeVerifier();
  const mails = mailsTo('operator@site.example');
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('An issuer waits for approval'),
  ]);
  expect(mails[0]?.text).toContain('Fenland College');
  expect(mails[0]?.text).toContain('/admin/update');
});
