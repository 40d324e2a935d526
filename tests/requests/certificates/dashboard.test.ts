import { expect, it } from 'vitest';
import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import { issuerDashboard } from '#app/certificates/issuer-dashboard.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { addDays } from '#app/shared/dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';

const DAY_MS = 86_400_000;
const today = () => new Date(now()).toISOString().slice(0, 10);

/** Runs work with the clock set back by some days. */
async function daysAgo(days: number, work: () => Promise<unknown>) {
  const at = Date.now() - days * DAY_MS;
  setClock(() => at);
  await work();
  setClock();
}

it('counts issued, verified, revoked and expiring certificates against the period before', async () => {
  const [issuer, other, verifier] = [await makeIssuer(), await makeIssuer(), await makeVerifier()];
  const issue = (expiryDate: string | null = null) =>
    makeCertificate(issuer, { issueDate: '2020-01-31', expiryDate });
  await daysAgo(45, () => issue(addDays(today(), 40)));
  await daysAgo(1, () => issue());
  await makeCertificate(other);
  const { uniqueId } = await issue(addDays(today(), 10));
  await issue(addDays(today(), 29));
  await issue(addDays(today(), 30));
  await payFor(verifier, uniqueId);
  const board = () => issuerDashboard(issuer.actor);
  expect(board().figures).toMatchObject({
    issued: { now: 4, before: 1 },
    verified: { now: 1, before: 0 },
    revoked: { now: 0, before: 0 },
    expiring: { now: 2, before: 1 },
  });
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Wrong name' });
  expect(board().figures).toMatchObject({ revoked: { now: 1, before: 0 }, expiring: { now: 1, before: 1 } });
  expect(
    board()
      .byDay.slice(-2)
      .map(({ issued }) => issued),
  ).toEqual([1, 3]);
  expect(board().byMonth).toHaveLength(12);
  expect(board().byMonth.reduce((sum, { issued }) => sum + issued, 0)).toBe(5);
  expect(
    board()
      .activity.slice(0, 2)
      .map(({ kind }) => kind),
  ).toEqual(['revoked', 'verified']);

  const html = await (await fetchPage('/dashboard', { cookie: issuer.cookie })).text();
  expect(html).toContain('Last 30 days as a table');
  expect(html).toContain(`/admin/issued-certificates/${uniqueId}`);
  expect(html).toMatch(/<span class="breakable">[^<]+, [^<]+<\/span>/);
  const empty = await fetchPage('/dashboard', { cookie: (await makeIssuer()).cookie });
  expect(await empty.text()).toContain('Issue your first certificate');
});

it('shows the four figures above the courses, where they lead to the statistics', async () => {
  const issuer = await makeIssuer();
  for (let made = 0; made < 3; made += 1) await makeCertificate(issuer);
  const html = await (await fetchPage('/admin/courses', { cookie: issuer.cookie })).text();
  const tiles = [
    ...html.matchAll(
      /<dt class="stat-label">([^<]+)<\/dt><dd class="stat-value"><a [^>]*href="([^"]+)"[^>]*>([^<]+)/g,
    ),
  ];
  expect(tiles.map(([, label, href, figure]) => [label, href, figure])).toEqual([
    ['Issued, last 30 days', '/dashboard', '3'],
    ['Verified, last 30 days', '/dashboard', '0'],
    ['Revoked, last 30 days', '/dashboard', '0'],
    ['Expiring, next 30 days', '/dashboard', '0'],
  ]);
  const statistics = await (await fetchPage('/dashboard', { cookie: issuer.cookie })).text();
  expect(statistics).toMatch(/<h1[^>]*>Statistics<\/h1>/);
});

it('reads counters and indexes without scanning or sorting a table', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const plans = await queryPlans(() => issuerDashboard(issuer.actor));
  expect(plans.length).toBeGreaterThan(6);
  expect(tableScans(plans).filter((step) => !/\(subquery|some/.test(step))).toEqual([]);
  const steps = plans.flatMap(({ steps }) => steps);
  expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([]);
  for (const index of [
    'certificate_revocations_latest',
    'verifications_latest_paid',
    'outbox_troubled_by_issuer',
  ])
    expect(steps.join('\n')).toContain(index);
});

it('keeps correct counters after a rolled back transaction', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { expiryDate: '2030-01-31' });
  expect(() => revokeCertificate(issuer.actor, uniqueId, parseInput(revocationSchema, {}))).toThrow();
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Wrong name' });
  expect(() => revokeCertificate(issuer.actor, uniqueId, { reason: 'Again' })).toThrow();
  const rows = sqlite()
    .prepare('select day, issued, verified, revoked, expiring from issuer_days order by day')
    .raw()
    .all();
  expect(rows).toEqual([
    [today(), 1, 0, 1, 0],
    ['2030-01-31', 0, 0, 0, 0],
  ]);
});
