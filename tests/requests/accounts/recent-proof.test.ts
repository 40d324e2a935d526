import { expect, it } from 'vitest';
import { createApiToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeSuperAdmin, makeVerifier, PASSWORD, SUPER_ADMIN_PASSWORDS } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const LIMITS = { name: 'Campus', scopes: ['payments:read'] };
const ASKED = 'Your login is older than ten minutes. Enter your password.';
const WRONG = 'Current password is incorrect.';

const call = async (token: string, more: object = {}) => {
  const answer = await fetchApi('tokens', { token, json: { ...LIMITS, ...more } });
  return { status: answer.status, body: await answer.json() };
};

const tokens = () => sqlite().prepare(`select count(*) from sessions where kind = 'token'`).pluck().get();

it('asks an old login for its password before it makes a token over the API', async () => {
  const forward = stopClock();
  const { token } = await makeVerifier();
  forward(TEN_MINUTES_MS - 1);
  expect((await call(token)).status).toBe(201);
  forward(1);
  const asked = await call(token);
  expect([asked.status, asked.body.code, asked.body.message]).toEqual([403, 'password_required', ASKED]);
  const wrong = await call(token, { password: 'not it' });
  expect([wrong.status, wrong.body.message]).toEqual([400, WRONG]);
  expect(tokens()).toBe(1);
  const made = await call(token, { password: PASSWORD });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toContain(PASSWORD);
});

it('asks on the page too, without sending the password back', async () => {
  const forward = stopClock();
  const { cookie } = await makeVerifier();
  const post = (more: object = {}) =>
    fetchPage('/settings', {
      cookie,
      form: { intent: 'token', name: 'Campus', scopes: 'payments:read', ...more },
    });
  expect(await (await fetchPage('/settings', { cookie })).text()).not.toContain('Password for the token');
  forward(TEN_MINUTES_MS);
  expect(await (await fetchPage('/settings', { cookie })).text()).toContain('Password for the token');
  for (const [more, status, message] of [
    [{}, 403, ASKED],
    [{ password: '' }, 403, ASKED],
    [{ password: 'hunter-2-wrong' }, 400, WRONG],
  ] as const) {
    const answer = await post(more);
    const html = await answer.text();
    expect(answer.status).toBe(status);
    expect(html).toContain(message);
    expect(html).not.toContain('hunter-2-wrong');
  }
  expect(tokens()).toBe(0);
  expect(await (await post({ password: PASSWORD })).text()).toContain('class="secret"');
});

it("takes a super admin's Password 1, and no other account's password", async () => {
  const forward = stopClock();
  const { token } = await makeSuperAdmin();
  forward(TEN_MINUTES_MS);
  const [one, two] = SUPER_ADMIN_PASSWORDS;
  const statuses: number[] = [];
  for (const password of [two, PASSWORD, one]) {
    const answer = await fetchApi('tokens', {
      token,
      json: { name: 'Campus', scopes: ['certificates:read'], password },
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([400, 400, 201]);
});

it('makes no token for a session that ends while its password is checked', async () => {
  const forward = stopClock();
  const { cookie } = await makeVerifier();
  forward(TEN_MINUTES_MS);
  const actor = identify(cookie.split('=')[1]?.split(';')[0] ?? '', 'cookie', '127.0.0.1');
  expect(actor.kind).toBe('user');
  const making = createApiToken(actor, {
    name: 'Campus',
    scopes: ['payments:read'],
    expiresAt: null,
    addresses: null,
    password: PASSWORD,
  });
  sqlite().exec(`delete from sessions where kind = 'browser'`);
  await expect(making).rejects.toThrowError('Please log in first.');
  expect(tokens()).toBe(0);
});

it('asks before it ends sessions, over the API and on the page', async () => {
  const forward = stopClock();
  const { id, email, token, cookie } = await makeVerifier();
  const another = () => fetchApi('users/login', { json: { email, password: PASSWORD } });
  const ids = () =>
    sqlite().prepare('select id from sessions where user_id = ? order by rowid').pluck().all(id) as string[];
  await another();
  forward(TEN_MINUTES_MS);
  const [, , newest = ''] = ids();
  const end = (path: string, json: object) => fetchApi(path, { token, json, method: 'DELETE' });
  for (const path of [`users/me/sessions/${newest}`, 'users/me/sessions']) {
    const asked = await end(path, {});
    expect([path, asked.status, (await asked.json()).code]).toEqual([path, 403, 'password_required']);
    expect((await end(path, { password: 'not it' })).status).toBe(400);
  }
  for (const form of [
    { intent: 'session', sessionId: newest },
    { intent: 'other-sessions', sessionId: '' },
  ]) {
    const asked = await fetchPage('/settings', { cookie, form });
    expect([asked.status, asked.headers.get('location')]).toEqual([
      302,
      '/settings/proof?redirectTo=%2Fsettings',
    ]);
  }
  expect(ids()).toHaveLength(3);
  expect((await end(`users/me/sessions/${newest}`, { password: PASSWORD })).status).toBe(200);
  expect((await end('users/me/sessions', {})).status).toBe(200);
  expect(ids()).toHaveLength(1);
});
