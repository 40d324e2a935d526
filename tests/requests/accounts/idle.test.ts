import { describe, expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Moves the clock on from where it stands. */
function clock() {
  let at = Date.now();
  setClock(() => at);
  return (ms: number) => {
    at += ms;
  };
}

describe.each([
  ['a super admin', makeSuperAdmin, 30 * MINUTE_MS, '/admin/update', '/superadmin-login'],
  ['an issuer', makeIssuer, 12 * HOUR_MS, '/admin/courses', '/admin-login/admincredentials'],
] as const)('a login of %s', (_, make, idleMs, page, loginPath) => {
  const open = ({ cookie }: Person) => fetchPage(page, { cookie });

  it('goes on while it is used, and ends when it is not', async () => {
    const pass = clock();
    const person = await make();
    for (let n = 0; n < 4; n += 1) {
      pass(idleMs * 0.9);
      expect((await open(person)).status).toBe(200);
      expect((await fetchApi('users/me', { token: person.token })).status).toBe(200);
    }
    pass(idleMs + 1_000);
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

  it('ends after 30 days however much it is used', async () => {
    testEnvironment({ SESSION_IDLE_ISSUER_MINUTES: '500000', SESSION_IDLE_SUPERADMIN_MINUTES: '500000' });
    const pass = clock();
    const person = await make();
    for (let day = 0; day < 29; day += 1) {
      pass(DAY_MS);
      expect((await open(person)).status).toBe(200);
    }
    pass(DAY_MS);
    expect((await open(person)).status).toBe(302);
  });
});

it('lasts for everybody else as long as the configuration says', async () => {
  testEnvironment({ SESSION_IDLE_MINUTES: '10' });
  const pass = clock();
  const { cookie } = await makeVerifier();
  pass(9 * MINUTE_MS);
  expect((await fetchPage('/courses', { cookie })).status).toBe(200);
  pass(9 * MINUTE_MS);
  expect((await fetchPage('/courses', { cookie })).status).toBe(200);
  pass(10 * MINUTE_MS + 1_000);
  const ended = await fetchPage('/courses?q=x', { cookie });
  expect(ended.headers.get('location')).toBe('/?redirectTo=%2Fcourses%3Fq%3Dx');
});

it('named API tokens last for as long as they were made for, used or not', async () => {
  const pass = clock();
  const { cookie } = await makeIssuer();
  const browser = browserSession({ headers: { cookie } });
  const made = await browser.fetch('/settings', {
    form: { intent: 'token', tokenName: 'Campus', days: '30' },
    cookie,
  });
  const token = /<code class="secret">([\w-]{43})<\/code>/.exec(await made.text())?.[1] ?? '';
  pass(20 * DAY_MS);
  expect((await fetchApi('users/me', { token })).status).toBe(200);
  pass(9 * DAY_MS);
  expect((await fetchApi('users/me', { token })).status).toBe(200);
  pass(1 * DAY_MS + 1_000);
  expect((await fetchApi('users/me', { token })).status).toBe(401);
});

it('a use is written down once a minute at most', async () => {
  const pass = clock();
  const { cookie } = await makeSuperAdmin();
  const written = () => sqlite.prepare('select total_changes()').pluck().get() as number;
  const before = written();
  for (let n = 0; n < 12; n += 1) {
    pass(10_000);
    await fetchPage('/superadmin/issued-certificates', { cookie });
  }
  expect(written() - before).toBe(1);
});
