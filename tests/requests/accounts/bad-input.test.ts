import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { makeVerifier, PASSWORD } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', password: PASSWORD, role: 'individual' };

it.each([['superadmin'], [['admin']], [{ admin: true }], ['ADMIN'], [1], [null]])(
  'rejects a registration with the role %j',
  async (role) => {
    const answer = await fetchApi('users/register', { json: { ...PERSON, role } });
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors.role).toBeDefined();
    expect(db().select().from(users).all()).toEqual([]);
  },
);

it('ignores unknown fields of a registration', async () => {
  const json = {
    ...PERSON,
    id: 'mine',
    isSuperAdmin: true,
    verified: true,
    emailVerifiedAt: 1,
    status: 'active',
    createdAt: '1999-01-01',
    username: 'root',
  };
  await fetchApi('users/register', { json });
  const row = db().select().from(users).where(eq(users.email, PERSON.email)).get();
  expect(row).toMatchObject({ role: 'individual', emailVerifiedAt: null, username: 'ada' });
  expect(row?.id).not.toBe('mine');
  expect(row?.createdAt).toBeGreaterThan(Date.parse('2020-01-01'));
});

it('ignores tampered, duplicate and oversized session cookies', async () => {
  const { cookie } = await makeVerifier();
  const value = cookie.split('=')[1] ?? '';
  for (const bad of [
    `certrace_session=${value.slice(0, -1)}!`,
    `certrace_session=${value}${value}`,
    `certrace_session=${'x'.repeat(4096)}`,
    `certrace_session="${value}"`,
    `certrace_session=x; ${cookie}`,
    'certrace_session=',
    `certrace_flash=${'x'.repeat(4096)}; certrace_session=%00`,
  ]) {
    const answer = await fetchPage('/settings', { cookie: bad });
    expect([bad.slice(0, 40), answer.status]).toEqual([bad.slice(0, 40), 302]);
  }
  expect((await fetchPage('/settings', { cookie })).status).toBe(200);
});

it('responds the same for registered and unregistered addresses, and mails the owner', async () => {
  const { email } = await makeVerifier();
  const answers = [];
  for (const address of [email, 'free@example.org']) {
    const answer = await fetchApi('users/register', { json: { ...PERSON, email: address } });
    answers.push([answer.status, await answer.json()]);
  }
  expect(answers[0]).toEqual(answers[1]);
  const last = mailsTo(email).at(-1);
  expect(last?.subject).toBe('You already have a Certrace account');
});

it('sends a registered address at most five registration mails an hour', async () => {
  const { email } = await makeVerifier();
  const statuses = [];
  for (let n = 0; n < 12; n += 1) {
    const answer = await fetchApi('users/register', {
      json: { ...PERSON, email },
      address: `198.51.100.${Math.floor(n / 6) + 1}`,
    });
    statuses.push(answer.status, (await answer.json()).message);
  }
  expect(new Set(statuses)).toEqual(new Set([201, 'Please verify your email!']));
  const mails = mailsTo(email);
  // One of its own registration, and four of the later attempts.
  expect(mails).toHaveLength(5);
});
