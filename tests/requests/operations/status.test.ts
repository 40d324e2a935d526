import { setTimeout as delay } from 'node:timers/promises';
import { privateKeyFromSeed, sha256, witnessKeyOf } from '@certrace/verify';
import { and, notInArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { raiseAlert } from '#app/operations/alerts.server.ts';
import { metricsText } from '#app/operations/site-metrics.server.ts';
import { configurationWarnings, siteStatus } from '#app/operations/site-status.server.ts';
import { measureQueries } from '#app/operations/tracing.server.ts';
import { noteForwarding } from '#app/server/edge/client-address.server.ts';
import { recordRequest } from '#app/server/pages/request-metrics.server.ts';
import { db, sqlite } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import {
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  type Person,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** The visible text of the page, with | between elements. */
const read = async ({ cookie }: Person) =>
  (await (await fetchPage('/superadmin/status', { cookie })).text())
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->|<\/?(?:span|code)[^>]*>/gs, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

it('shows mail, batches, backups, log, disks, versions and slow routes', async () => {
  testEnvironment({ BACKUP_EVERY: '6h', SMTP_URL: 'smtp://127.0.0.1:9' });
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  await makeBatch(issuer);
  sqlite().exec("update outbox set attempts = 1, last_error = 'x' where lane = 1");
  recordRequest({ route: '/slowest/:id', method: 'GET', status: 200, seconds: 3 });
  recordRequest({ route: '/slowest/:id', method: 'GET', status: 200, seconds: 1 });
  const text = await read(await makeSuperAdmin());
  for (const shown of [
    '|No problems|',
    '|Single|0|1|0|0|',
    '|Batches ready to start|1|',
    '|Schedule|Every 6 h|Last backup|None in BACKUP_DIR|',
    '|State|Can be continued|Name|localhost:3000/log|Entries|2|',
    '|Witnesses|None|',
    `|Node|${process.versions.node}|`,
    '|/slowest/:id|2|2,000 ms|3,000 ms|',
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).toMatch(/\|Certrace\|\d+\.\d+\.\d+\|Database schema\|\d{4}_[\w-]+\|/);
  expect(text).toMatch(/\|Uploads\|[^|]+\|[\d.]+\s[GMT]B of [\d.]+\s[GMT]B\|\d+%\|/);
});

describe('settings to check', () => {
  // Twenty, because requests of other tests may have begun the first ten.
  const forward = (header?: string) => Array.from({ length: 20 }, () => noteForwarding(header));

  it('are misspelled variables', async () => {
    testEnvironment({ UPLOAD_DIR: 'x' });
    const page = await read(await makeSuperAdmin());
    expect(page).toContain(
      '|Settings to check|UPLOAD_DIR is no setting of Certrace. Perhaps UPLOADS_DIR is meant.|',
    );
  });

  it('include a MAIL_FROM of another domain than that of SMTP_URL', async () => {
    testEnvironment({
      NODE_ENV: 'production',
      APP_URL: 'https://certrace.example',
      SESSION_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://user:secret@relay.example.net',
      MAIL_FROM: 'a@certrace.example',
    });
    expect(configurationWarnings()).toEqual([
      'MAIL_FROM is of certrace.example, but neither the server nor the user of SMTP_URL is. Other mail servers may reject its messages, unless the DNS of certrace.example permits this server to send them.',
    ]);
  });

  it('include a TRUST_PROXY that does not fit the newest ten requests', async () => {
    const root = await makeSuperAdmin();
    forward('192.0.2.1');
    expect(await read(root)).toContain('|Requests come through a proxy, but TRUST_PROXY is 0, ');
    forward(undefined);
    expect(await read(root)).not.toContain('Settings to check');
    testEnvironment({ TRUST_PROXY: '2' });
    forward('192.0.2.1');
    expect(await read(root)).toContain('|TRUST_PROXY is 2, but requests come through fewer proxies, ');
    forward('192.0.2.1, 192.0.2.2');
    expect(await read(root)).not.toContain('Settings to check');
  });
});

it('shows raised alerts and the progress of each witness', async () => {
  const key = witnessKeyOf({ name: 'w.example', privateKey: privateKeyFromSeed(sha256('w')) });
  testEnvironment({ LOG_WITNESSES: `${key} http://127.0.0.1:1` });
  const root = await makeSuperAdmin();
  raiseAlert('disk', '12 MB of 50 GB are free <here>.');
  await makeCertificate(await makeIssuer());
  const text = await read(root);
  expect(text).toContain('|The disk is almost full|12 MB of 50 GB are free &lt;here&gt;.|Since ');
  expect(text).toContain('|Witness w.example|Has cosigned 0 entries|');
});

describe('without SMTP_URL', () => {
  const PAGES = ['/superadmin/status', '/superadmin/mail'];
  /** The text of a page's first element with the role, which comes before all other content. */
  const firstOf = (role: string, html: string) =>
    new RegExp(`</h1>(?:(?!role=).)*?role="${role}"[^>]*>(.*?)</div></div>`, 's')
      .exec(html)?.[1]
      ?.replace(/<!--.*?-->|<[^>]+>/g, ' ');

  it.each(PAGES)('%s says first that no mail leaves the site, in production as an alert', async (page) => {
    const { cookie } = await makeSuperAdmin();
    raiseAlert('disk', '12 MB of 50 GB are free.');
    const html = async () => (await fetchPage(page, { cookie })).text();
    const development = await html();
    expect(firstOf('status', development)).toMatch(/SMTP_URL is not set.*Messages are in the.*mailbox/s);
    expect(development).toContain('href="/dev/mail"');
    testEnvironment({ NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) });
    const production = await html();
    expect(firstOf('alert', production)).toMatch(/SMTP_URL is not set.*No mail leaves this site/s);
    expect(development + production).not.toContain('No problems');
    expect(production).not.toContain('/dev/mail');
    testEnvironment({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(await html()).not.toContain('SMTP_URL');
  });

  it('shows no problems only with SMTP_URL', async () => {
    const root = await makeSuperAdmin();
    expect(await read(root)).toContain('|No other problems|');
    testEnvironment({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(await read(root)).toContain('|No problems|');
  });

  it('reports it to a monitoring system in production', async () => {
    const reported = async () =>
      /^certrace_alert\{topic="mail"\} (\d)$/m.exec((await metricsText()).text)?.[1];
    expect(await reported()).toBe('0');
    testEnvironment({ NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) });
    expect(await reported()).toBe('1');
  });
});

/** The slowest queries on the page: SQL, runs, mean and longest time. */
const queriesOn = (text: string) =>
  [
    ...text
      .slice(text.indexOf('|Slowest queries|'))
      .matchAll(/\|([^|]+)\|([\d,]+)\|([\d.,]+ ms)\|([\d.,]+ ms)(?=\|)/g),
  ].map(([, ...cells]) => cells);

it('shows the slowest queries, without values', async () => {
  measureQueries();
  const root = await makeSuperAdmin();
  sqlite().function('wait', (ms: number) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return 1;
  });
  for (const ms of [200, 400]) {
    db()
      .select({ waited: sql`wait(${ms})` })
      .from(users)
      .where(and(notInArray(users.name, ['Zebra', 'Quagga']), sql`'Okapi' <> 98765.25`))
      .all();
  }
  // A reader that takes its time between the rows.
  for (const _ of sqlite().prepare('select value from json_each(?)').iterate('[1]')) await delay(300);
  expect(() => sqlite().prepare('select wait(1), wait(200) from users where json(?)').all('Zebra')).toThrow(
    'JSON',
  );
  const text = await read(root);
  const queries = queriesOn(text);
  const [sqlText = '', runs, mean, longest] = queries[0] ?? [];
  expect(sqlText.replaceAll('&quot;', '"')).toContain(
    'select wait(?) from "users" where ("users"."name" not in (?, …) and ? &lt;&gt; ?)',
  );
  expect(runs).toBe('2');
  expect(Number.parseFloat(mean ?? '')).toBeGreaterThanOrEqual(300);
  expect(Number.parseFloat(longest ?? '')).toBeGreaterThanOrEqual(400);
  expect(queries.length).toBeGreaterThan(5);
  const slow = queries.filter(([, , , time = '']) => Number.parseFloat(time) >= 300);
  expect(slow).toHaveLength(1);
  expect(text).not.toMatch(/Zebra|Quagga|Okapi|98765/);
});

it('is only for super admins, without the page too', async () => {
  const forbidden = { code: 'forbidden' };
  await expect(siteStatus((await makeIssuer()).actor)).rejects.toMatchObject(forbidden);
});

it('scans no table that grows', async () => {
  const root = await makeSuperAdmin();
  const plans = await queryPlans(() => siteStatus(root.actor));
  expect(tableScans(plans).filter((step) => !/subquery|USING INDEX|alerts|SCAN logs/.test(step))).toEqual([]);
});
