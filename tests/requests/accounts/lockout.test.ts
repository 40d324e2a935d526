import { describe, expect, it } from 'vitest';
import { countLoginTry } from '#app/accounts/lockout.server.ts';
import { hashPassword } from '#app/accounts/passwords.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import {
  mailedToken,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const FIFTH = 'Too many attempts. Login disabled for 1 hour.';
const LOCKED = 'Login disabled for 1 hour due to too many failed attempts.';
const HOUR_MS = 3_600_000;

const wrong = (email: string, address?: string) =>
  fetchApi('users/login', { json: { email, password: 'not the right one' }, address });
const right = (email: string, address?: string) =>
  fetchApi('users/login', { json: { email, password: PASSWORD }, address });

describe.each([
  ['an account', true],
  ['an address without an account', false],
])('failed logins to %s', (_, exists) => {
  it('lock it for an hour at the fifth failure, with Retry-After', async () => {
    const email = exists ? (await makeVerifier()).email : 'nobody@example.org';
    for (let n = 1; n <= 4; n += 1) {
      const answer = await wrong(email);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { success: false, code: expect.any(String), message: 'Login failed.' },
      ]);
    }
    const fifth = await wrong(email);
    expect(fifth.status).toBe(429);
    expect(fifth.headers.get('retry-after')).toBe('3600');
    expect(await fifth.json()).toEqual({ success: false, code: expect.any(String), message: FIFTH });
    const later = await right(email);
    expect([later.status, (await later.json()).message]).toEqual([429, LOCKED]);
  });
});

it('resets the count after a successful login, and ends the lock after an hour', async () => {
  const { email } = await makeVerifier();
  for (let n = 0; n < 4; n += 1) await wrong(email);
  expect((await right(email)).status).toBe(200);
  for (let n = 0; n < 4; n += 1) expect((await wrong(email)).status).toBe(401);
  expect((await wrong(email)).status).toBe(429);
  const at = Date.now();
  setClock(() => at + HOUR_MS - 5_000);
  expect((await right(email)).status).toBe(429);
  testEnvironment({ RATE_LIMITS: 'off' });
  setClock(() => at + HOUR_MS + 5_000);
  expect((await right(email)).status).toBe(200);
});

it('locks only the address that failed', async () => {
  const { email } = await makeVerifier();
  for (let n = 0; n < 5; n += 1) await wrong(email, '203.0.113.9');
  expect((await right(email, '203.0.113.9')).status).toBe(429);
  expect((await right(email, '198.51.100.4')).status).toBe(200);
});

describe('after a hundred failed logins from 25 addresses', () => {
  /** Fails four times from each address, so that none of them is locked by itself. */
  function attack(identifier: string) {
    for (let n = 0; n < 100; n += 1)
      countLoginTry({ form: 'user', identifier, address: `198.51.100.${n % 25}`, deviceId: null });
  }
  const logIn = (cookie: string, email: string, password = PASSWORD) =>
    fetchPage('/', { form: { email, password }, cookie, address: '203.0.113.77' });
  const deviceOf = async (email: string) => {
    const browser = browserSession({ address: '203.0.113.9' });
    await browser.fetch('/', { form: { email, password: PASSWORD } });
    return `certrace_device=${browser.cookies.get('certrace_device')}`;
  };

  it('the account opens only on a known device', async () => {
    const [{ email }, stranger] = [await makeVerifier(), await makeVerifier()];
    const [device, foreign] = [await deviceOf(email), await deviceOf(stranger.email)];
    attack(email);
    expect((await logIn('', email)).status).toBe(429);
    expect((await logIn(foreign, email)).status).toBe(429);
    expect((await logIn(`${device.slice(0, -1)}!`, email)).status).toBe(429);
    expect((await logIn(device, email)).status).toBe(200);
    // Five failures at one address still lock the known device.
    for (let n = 1; n <= 5; n += 1)
      expect((await logIn(device, email, 'wrong')).status).toBe(n === 5 ? 429 : 401);
    expect((await logIn(device, email)).status).toBe(429);
  });

  it('a password reset unlocks the account', async () => {
    const { email } = await makeVerifier();
    attack(email);
    expect((await right(email, '203.0.113.5')).status).toBe(429);
    await fetchApi('users/forgot-password', { json: { email } });
    const path = `/reset-password/${mailedToken(email, 'reset-password')}`;
    const done = await fetchPage(path, { form: { newPassword: PASSWORD } });
    expect(done.headers.getSetCookie().join()).toContain('certrace_device=');
    expect((await right(email, '203.0.113.5')).status).toBe(200);
  });
});

it('counts no login that gets 503, neither for the lockout nor for the rate limit', async () => {
  const { email } = await makeVerifier();
  // Uses production's slow hashing, so that the queue stays full while the logins arrive.
  testEnvironment({ NODE_ENV: 'production' });
  // Fills the queue: four hashes run and a hundred wait, of as many clients.
  const others = Array.from({ length: 104 }, (_, n) => hashPassword(PASSWORD, { account: `other ${n}` }));
  const identifiers = [
    ...Array<string>(4).fill(email),
    ...Array.from({ length: 6 }, (_, n) => `a${n}@b.example`),
  ];
  const answers = await Promise.all(identifiers.map((identifier) => wrong(identifier)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  await Promise.all(others);
  for (let n = 1; n <= 4; n += 1) expect((await wrong(email)).status).toBe(401);
  expect((await (await wrong(email)).json()).message).toBe(FIFTH);
});

it('checks at most five of two hundred parallel logins', async () => {
  const { email } = await makeVerifier();
  testEnvironment({ RATE_LIMITS: 'off' });
  const answers = await Promise.all(Array.from({ length: 200 }, () => wrong(email)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(196);
  const messages = await Promise.all(answers.map(async (answer) => (await answer.json()).message));
  expect(messages.filter((message) => message === FIFTH)).toHaveLength(1);
});

it('limits an address to ten logins in three minutes across all identifiers', async () => {
  for (let n = 0; n < 10; n += 1) expect((await wrong(`nobody${n}@example.org`)).status).toBe(401);
  const eleventh = await wrong('somebody@example.org');
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(eleventh.headers.get('retry-after'))).toBeLessThanOrEqual(180);
});

it.each([
  ['/', 'email', { password: 'x' }],
  ['/admin-login/admincredentials', 'username', { password: 'x' }],
  ['/superadmin-login', 'userId', { password1: 'x', password2: 'y' }],
])('explains the lock on %s and disables its button', async (path, field, secrets) => {
  for (let n = 1; n <= 4; n += 1) {
    const page = await (await fetchPage(path, { form: { [field]: 'who@example.org', ...secrets } })).text();
    expect(page).toContain('<p>Login failed.</p>');
    const left = /(\d) (?:try is|tries are) left before this login is disabled for 1 hour\./.exec(page)?.[1];
    expect(left).toBe(n < 3 ? undefined : String(5 - n));
    // Super admins get no mailed link.
    expect(page.includes('Reset your password</a>')).toBe(n >= 3 && field !== 'userId');
  }
  const fifth = await fetchPage(path, { form: { [field]: 'who@example.org', ...secrets } });
  expect(fifth.status).toBe(429);
  expect(fifth.headers.get('retry-after')).toBe('3600');
  const page = await fifth.text();
  expect(page).toContain(`<p>${FIFTH}</p>`);
  expect(page).toMatch(/<button disabled=""[^>]*>Login disabled for 1 hour<\/button>/);
  const sixth = await (await fetchPage(path, { form: { [field]: 'who@example.org', ...secrets } })).text();
  expect(sixth).toContain(`<p>${LOCKED}</p>`);
});

it('accepts super admins only with both passwords at admin/login', async () => {
  const { username: userId } = await makeSuperAdmin();
  const [password1, password2] = SUPER_ADMIN_PASSWORDS;
  const { email } = await makeVerifier();
  const asAdmin = (json: unknown) => fetchApi('admin/login', { json });
  expect((await asAdmin({ userId, password1, password2 })).status).toBe(200);
  for (const json of [
    { userId, password1: password2, password2: password1 },
    { userId, password1, password2: password1 },
    { username: userId, password: password1 },
    { username: email, password: PASSWORD },
  ]) {
    const answer = await asAdmin(json);
    expect([answer.status, (await answer.json()).message]).toEqual([401, 'Login failed.']);
  }
});
