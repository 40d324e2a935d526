import { describe, expect, it } from 'vitest';
import { countLoginTry } from '#app/accounts/lockout.server.ts';
import { hashPassword } from '#app/accounts/passwords.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
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

it('tells on the page when a locked login works again, and the way to a new password', async () => {
  const { email } = await makeVerifier();
  const at = Date.now();
  setClock(() => at);
  for (let n = 0; n < 5; n += 1) await wrong(email);
  setClock(() => at + HOUR_MS - 20 * 60_000);
  const page = await fetchPage('/', { form: { email, password: PASSWORD } });
  expect(page.status).toBe(429);
  const alert = /<div[^>]*data-tone="warning"[\s\S]*?<\/div>/.exec(await page.text())?.[0];
  expect(alert).toContain('This login works again in 20 minutes.');
  expect(alert).toContain('A new password ends the wait');
  expect(alert).toContain('href="/forgot-password"');
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
      countLoginTry({
        form: 'user',
        identifier,
        address: `198.51.100.${n % 25}`,
        deviceId: null,
      });
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

  it('a stranger beside a known device does not lock it', async () => {
    const { email } = await makeVerifier();
    const device = await deviceOf(email);
    for (let n = 0; n < 5; n += 1) await wrong(email, '203.0.113.77');
    expect((await logIn('', email)).status).toBe(429);
    expect((await logIn(device, email)).status).toBe(200);
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
  // Keeps the queue full: four hashes run and a hundred wait, of as many clients.
  let isFull = true;
  const others = Array.from({ length: 104 }, async (_, n) => {
    do await hashPassword(PASSWORD, { account: `other ${n}` });
    while (isFull);
  });
  const identifiers = [
    ...Array<string>(4).fill(email),
    ...Array.from({ length: 6 }, (_, n) => `a${n}@b.example`),
  ];
  const answers = await Promise.all(identifiers.map((identifier) => wrong(identifier)));
  isFull = false;
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

describe('an address', () => {
  const HERE = '203.0.113.40';
  const guess = (n: number) =>
    countLoginTry({
      form: 'user',
      identifier: `guess${n}@example.org`,
      address: HERE,
      deviceId: null,
    });
  /** Counts failures of as many identifiers, which were never right there. */
  const failures = (count: number) => {
    for (let n = 0; n < count; n += 1) guess(n);
  };
  const secondsFor = async (work: Promise<Response>, status: number) => {
    const startedAt = performance.now();
    expect((await work).status).toBe(status);
    return (performance.now() - startedAt) / 1_000;
  };

  it('lets forty people log in together, however many of them there are and mistype', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => makeVerifier()));
    await Promise.all(people.slice(0, 6).flatMap(({ email }) => [wrong(email, HERE), wrong(email, HERE)]));
    for (const _ of [1, 2]) {
      const answers = await Promise.all(people.map(({ email }) => right(email, HERE)));
      expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    }
  });

  it('waits after sixty failures for identifiers that were never right there, and only for them', async () => {
    const [known, stranger, other] = [await makeVerifier(), await makeVerifier(), await makeVerifier()];
    await right(known.email, HERE);
    const browser = browserSession({ address: '198.51.100.9' });
    await browser.fetch('/', { form: { email: other.email, password: PASSWORD } });
    const cookie = `certrace_device=${browser.cookies.get('certrace_device')}`;
    failures(60);
    expect(await secondsFor(right(known.email, HERE), 200)).toBeLessThan(1.5);
    expect(await secondsFor(wrong(known.email, HERE), 401)).toBeLessThan(1.5);
    const onDevice = fetchPage('/', {
      form: { email: other.email, password: PASSWORD },
      cookie,
      address: HERE,
    });
    expect(await secondsFor(onDevice, 200)).toBeLessThan(1.5);
    expect(await secondsFor(right(stranger.email, '198.51.100.1'), 200)).toBeLessThan(1.5);
    const waited = await secondsFor(right(stranger.email, HERE), 200);
    expect(waited).toBeGreaterThan(1.9);
    // The success took its failure back, and is the first there.
    expect(await secondsFor(right(stranger.email, HERE), 200)).toBeLessThan(1.5);
  });

  it('checks one after another, and refuses what would wait longer than 15 seconds', () => {
    failures(60);
    setClock(() => 1_800_000_000_000);
    const waits = (from: number) => {
      const seconds: number[] = [];
      try {
        for (let n = 0; n < 10; n += 1) seconds.push(guess(from + n).waitMs / 1_000);
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate-limited', retryAfterSeconds: expect.any(Number) });
      }
      return seconds;
    };
    sqlite().exec('update login_failures set since = 1800000000000');
    expect(waits(100)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    for (const [failed, expected] of [
      [120, [4, 8, 12]],
      [180, [8]],
      [300, [14]],
    ] as const) {
      setClock(() => 1_800_000_000_000 + failed * 1_000);
      sqlite().exec(`update login_failures set failures = ${failed} where failures >= 60`);
      expect([failed, waits(100 + failed)]).toEqual([failed, expected]);
    }
  });

  it('lets identifiers take turns', async () => {
    failures(60);
    const order: string[] = [];
    const ask = async (name: string) => {
      await wrong(`${name}@example.org`, HERE);
      order.push(name);
    };
    await Promise.all(['often', 'often', 'once'].map(ask));
    expect(order).toEqual(['often', 'once', 'often']);
  });
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
