import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { metricsText } from '#app/operations/site-metrics.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { makeBatch, makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchRaw } from '#tests/support/handler.ts';
import { namesIn, parseOpenMetrics, type Samples } from '#tests/support/open-metrics.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const TOKEN = 'a-token-of-the-tests';
const folders = temporaryFolders();
afterAll(folders.removeAll);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (headers: Record<string, string>, path = '/metrics') =>
  (await fetchRaw(path, { headers })).status;

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    expect(await statusOf({})).toBe(404);
    expect(await statusOf(bearer('undefined'))).toBe(404);
    expect(await statusOf(bearer(''))).toBe(404);
  });

  it('opens only with METRICS_TOKEN as a bearer token, under any host name', async () => {
    testEnvironment({ METRICS_TOKEN: TOKEN });
    expect(await statusOf(bearer(TOKEN))).toBe(200);
    expect(await statusOf({ ...bearer(TOKEN), host: '10.0.0.1:3000' })).toBe(200);
    for (const wrong of ['', 'x', TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase()]) {
      expect(await statusOf(bearer(wrong)), wrong).toBe(401);
    }
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: TOKEN })).toBe(401);
    expect(await statusOf({}, `/metrics?token=${TOKEN}`)).toBe(401);
    const answer = await fetchRaw('/metrics', { headers: bearer(TOKEN) });
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('scans no table that grows, so that a scrape takes the same time on any database', async () => {
    const plans = await queryPlans(metricsText);
    expect(plans.length).toBeGreaterThan(5);
    // Small tables, and partial indexes of unfinished work.
    expect(tableScans(plans).toSorted()).toEqual([
      'SCAN (subquery-1)',
      'SCAN (subquery-1)',
      'SCAN batches USING INDEX batches_issuing',
      'SCAN logs',
      'SCAN operator_alerts',
      'SCAN refunds USING INDEX refunds_due',
    ]);
  });
});

describe('the metrics of a running server', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let samples: Samples;
  let families: Set<string>;
  let uniqueId: string;

  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual', ...init }).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));

  beforeAll(async () => {
    const folder = folders.make();
    openSite(folder);
    const issuer = await makeIssuer();
    const first = await makeCertificate(issuer);
    await makeCertificate(issuer);
    await payFor(await makeVerifier(), first.uniqueId);
    await makeBatch(issuer);
    uniqueId = first.uniqueId;
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups/certrace-20260131T060000Z.tar'), '');
    sqlite()
      .prepare('insert into login_failures values (?, 5, ?, ?)')
      .run('k', Date.now(), Date.now() + 60_000);
    // Without a mail server, all messages stay in the outbox.
    // Every disk has less free space than this, so the server raises an alert.
    server = await startServer({ folder, env: { METRICS_TOKEN: TOKEN, DISK_ALERT_PERCENT: '99' } });
    await get('/faq');
    await get('/login/nobody@certrace.example');
    await get(`/certificates/${uniqueId}.pdf`);
    await get('/api/v1/users/courses');
    await get('/api/v1/users/verify/a-secret-of-a-mailed-link-that-nobody-may-see');
    await get('/brand/nothing.png', { method: 'PROPFIND' });
    await get('/favicon.ico');
    const scrape = async () => (await get('/metrics', { headers: bearer(TOKEN) })).text;
    await vi.waitFor(async () => expect(await scrape()).toContain('certrace_alert{topic="disk"} 1'), {
      timeout: 10_000,
    });
    const text = await scrape();
    samples = parseOpenMetrics(text);
    families = namesIn(text);
  });
  afterAll(() => server.stop());

  it('are valid OpenMetrics and include the process and its event loop', () => {
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('count requests by route, method and status class, without IDs and secrets', async () => {
    const requests = [...samples.keys()]
      .filter((key) => key.startsWith('certrace_http_request_duration_seconds_count'))
      .map((key) => `${key.replace(/^[^{]*/, '')} ${samples.get(key)}`);
    const expected = [
      ['/faq', 'GET', '2xx'],
      ['/*', 'GET', '4xx'],
      ['/certificates/:file', 'GET', '4xx'],
      ['/api/v1/users/courses', 'GET', '2xx'],
      ['/api/v1/users/verify/:token', 'GET', '4xx'],
      ['none', 'other', '5xx'],
    ].map(([route, method, status]) => `{route="${route}",method="${method}",status="${status}"} 1`);
    expect(requests).toEqual(expect.arrayContaining(expected));
    expect([...samples.keys()].join('\n')).not.toMatch(new RegExp(`${uniqueId}|nobody@|a-secret`));
  });

  it('include the figures of the site', () => {
    expect(Object.fromEntries(samples)).toMatchObject({
      certrace_certificates: 2,
      'certrace_verifications{state="paid"}': 1,
      'certrace_verifications{state="unpaid"}': 0,
      'certrace_payments{state="paid"}': 1,
      'certrace_payments{state="failed"}': 0,
      'certrace_batches{state="ready"}': 1,
      certrace_batch_rows_waiting: 0,
      'certrace_mail_messages{lane="single",state="waiting"}': expect.any(Number),
      certrace_locked_logins: 1,
      certrace_backup_last_success_timestamp_seconds: Date.UTC(2026, 0, 31, 6) / 1_000,
      certrace_log_writable: 1,
      'certrace_alert{topic="backup"}': 0,
    });
    for (const name of [
      'certrace_mail_messages{lane="single",state="waiting"}',
      'certrace_mail_oldest_due_seconds{lane="single"}',
      'certrace_log_entries',
      'certrace_log_checkpoint_age_seconds',
      'certrace_database_bytes',
      'certrace_disk_free_bytes{folder="database"}',
      'certrace_disk_size_bytes{folder="keys"}',
    ]) {
      expect(samples.get(name), name).toBeGreaterThan(0);
    }
  });

  it('include every metric of the Grafana dashboard', () => {
    const { panels } = JSON.parse(readFileSync('examples/grafana-dashboard.json', 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const named = new Set(
      expressions.flatMap((expr) => expr.match(/\b(?:certrace|nodejs|process)_\w+/g) ?? []),
    );
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !families.has(name))).toEqual([]);
  });
});
