import { describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each([
  ['a super admin', makeSuperAdmin, 30 * MINUTE_MS, '/admin/update', '/superadmin-login'],
  ['an issuer', makeIssuer, 12 * HOUR_MS, '/admin/courses', '/admin-login/admincredentials'],
] as const)('a session of %s', (_, make, idleMs, page, loginPath) => {
  const open = ({ cookie }: Person) => fetchPage(page, { cookie });

  it('continues while it is used and ends when it is idle', async () => {
    const advance = stopClock();
    const person = await make();
    for (let n = 0; n < 4; n += 1) {
      advance(idleMs * 0.9);
      expect((await open(person)).status).toBe(200);
      expect((await fetchApi('users/me', { token: person.token })).status).toBe(200);
    }
    advance(idleMs + 1_000);
    const ended = await open(person);
    const back = `${loginPath}?redirectTo=${encodeURIComponent(page)}`;
    expect([ended.status, ended.headers.get('location')]).toEqual([302, back]);
    expect((await fetchApi('users/me', { token: person.token })).status).toBe(401);
    const posted = await fetchPage(page, {
      form: { intent: 'any' },
      cookie: person.cookie,
      headers: { referer: `http://localhost:3000${page}` },
    });
    expect([posted.status, posted.headers.get('location')]).toEqual([302, back]);
  });

  it('ends after 30 days of use', async () => {
    testEnvironment({ SESSION_IDLE_ISSUER_MINUTES: '500000', SESSION_IDLE_SUPERADMIN_MINUTES: '500000' });
    const advance = stopClock();
    const person = await make();
    for (let day = 0; day < 29; day += 1) {
      advance(DAY_MS);
      expect((await open(person)).status).toBe(200);
    }
    advance(DAY_MS);
    expect((await open(person)).status).toBe(302);
  });
});

it('ends sessions of other roles after SESSION_IDLE_MINUTES', async () => {
  testEnvironment({ SESSION_IDLE_MINUTES: '10' });
  const advance = stopClock();
  const { cookie } = await makeVerifier();
  advance(9 * MINUTE_MS);
  expect((await fetchPage('/courses', { cookie })).status).toBe(200);
  advance(9 * MINUTE_MS);
  expect((await fetchPage('/courses', { cookie })).status).toBe(200);
  advance(10 * MINUTE_MS + 1_000);
  const ended = await fetchPage('/courses?q=x', { cookie });
  expect(ended.headers.get('location')).toBe('/?redirectTo=%2Fcourses%3Fq%3Dx');
});

it('keeps an API token until its expiry, whether it is used or not', async () => {
  const advance = stopClock();
  const { cookie } = await makeIssuer();
  const browser = browserSession({ headers: { cookie } });
  const inAMonth = new Date(Date.now() + 29 * DAY_MS).toISOString().slice(0, 10);
  const made = await browser.fetch('/settings', {
    form: { intent: 'token', name: 'Campus', scopes: 'payments:read', expiresAt: inAMonth },
    cookie,
  });
  const token = /<code class="secret">(\w+)<\/code>/.exec(await made.text())?.[1] ?? '';
  advance(20 * DAY_MS);
  expect((await fetchApi('payments', { token })).status).toBe(200);
  advance(9 * DAY_MS);
  expect((await fetchApi('payments', { token })).status).toBe(200);
  advance(1 * DAY_MS + 1_000);
  expect((await fetchApi('payments', { token })).status).toBe(401);
});

it('stores the last use of a session at most once a minute', async () => {
  const advance = stopClock();
  const { cookie } = await makeSuperAdmin();
  const written = () => sqlite().prepare('select total_changes()').pluck().get() as number;
  const before = written();
  for (let n = 0; n < 12; n += 1) {
    advance(10_000);
    await fetchPage('/superadmin/issued-certificates', { cookie });
  }
  expect(written() - before).toBe(1);
});
