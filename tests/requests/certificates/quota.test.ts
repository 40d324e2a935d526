import { expect, it } from 'vitest';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { certificateInput, makeIssuer, makeSuperAdmin } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const certificates = () => sqlite().prepare('select count(*) from certificates').pluck().get();

it('rejects certificates beyond the daily quota with 429 until the next day or a raised quota', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '3' });
  const issuer = await makeIssuer();
  const other = await makeIssuer();
  const noon = Date.parse('2026-11-20T12:00:00Z');
  const start = now();
  setClock(() => noon + (Date.now() - start));
  const issue = (person = issuer, headers = {}) =>
    fetchApi('certs/issue', {
      token: person.token,
      json: certificateInput({ allowDuplicate: true }),
      headers,
    });
  // Parallel calls share one commit.
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await issue()).status));
  expect(statuses.sort()).toEqual([201, 201, 201, 429, 429]);
  expect(certificates()).toBe(3);
  const refused = await issue();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(43_000);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(43_200);
  expect(await refused.json()).toMatchObject({
    success: false,
    code: expect.any(String),
    message: expect.stringContaining('You have issued 3 certificates today'),
  });
  const page = await fetchPage('/admin/issue-certificate', {
    cookie: issuer.cookie,
    form: certificateInput({ allowDuplicate: 'on' }),
  });
  expect([page.status, page.headers.get('retry-after') !== null]).toEqual([429, true]);
  expect(await page.text()).toContain('which is your daily quota');
  expect((await issue(other)).status).toBe(201);

  const root = await makeSuperAdmin();
  const raise = (cookie: string, perDay: string) =>
    fetchPage('/admin/update', { cookie, form: { issuerId: issuer.id, perDay } });
  expect((await raise(issuer.cookie, '9')).status).toBe(403);
  expect((await raise(root.cookie, '0')).status).toBe(400);
  expect((await raise(root.cookie, '4')).status).toBe(200);
  expect(
    sqlite()
      .prepare('select per_day, set_by, set_at > 0 as "when" from issuer_quotas where per_day > 0')
      .all(),
  ).toEqual([{ per_day: 4, set_by: root.id, when: 1 }]);
  expect(await (await fetchPage('/admin/update', { cookie: root.cookie })).text()).toContain(
    `Set by ${root.name}`,
  );
  expect([(await issue()).status, (await issue()).status]).toEqual([201, 429]);
  setClock(() => Date.parse('2026-11-21T00:00:01Z'));
  expect((await issue()).status).toBe(201);
});

it('counts a repeated Idempotency-Key once', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '1' });
  const issuer = await makeIssuer();
  const issue = () =>
    fetchApi('certs/issue', {
      token: issuer.token,
      json: certificateInput(),
      headers: { 'idempotency-key': 'one' },
    });
  expect([(await issue()).status, (await issue()).status]).toEqual([201, 201]);
  expect(certificates()).toBe(1);
});
