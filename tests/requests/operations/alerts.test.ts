import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyFromSeed, readCheckpoint, sha256, signCheckpoint, witnessKeyOf } from '@certrace/verify';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { privateKeyOf } from '#app/log/log-key.server.ts';
import { keepCosignature } from '#app/log/published-checkpoint.server.ts';
import { compose, LANE } from '#app/mail/compose.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { raiseAlert, raisedAlerts } from '#app/operations/alerts.server.ts';
import { metricsText } from '#app/operations/site-metrics.server.ts';
import { diskSpace } from '#app/operations/site-status.server.ts';
import { watch } from '#app/operations/watch.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { startS3 } from '#tests/support/s3-stand-in.ts';
import { freePort } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { smallDisk } from '#tests/support/small-disk.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const OPERATOR = 'operator@certrace.example';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 31, 12);

const folders = temporaryFolders();
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  folders.removeAll();
});

/** Creates a site with an operator's address. `restart` keeps its database. */
function site(variables: Record<string, string> = {}) {
  const home = folders.make();
  const settings = {
    ...placesIn(home),
    OPERATOR_EMAIL: OPERATOR,
    DISK_ALERT_PERCENT: '0',
    ISSUER_APPROVAL: 'auto',
    ...variables,
  };
  openSite(home);
  testEnvironment(settings);
  setClock(() => START);
  return {
    home,
    /** Forgets what the process knows, as a restart does. */
    restart() {
      sqlite().close();
      openDatabase(settings.DATABASE_FILE);
    },
  };
}

const topics = () => raisedAlerts().map(({ topic }) => topic);
/** The mails about problems of the site. */
const mails = (column: 'subject' | 'text') =>
  sqlite()
    .prepare(
      `select ${column} from outbox where to_address = ? and subject not like 'An issuer waits%' order by seq`,
    )
    .pluck()
    .all(OPERATOR) as string[];
const told = () => mails('subject');
const textOf = (place: number) => String(mails('text')[place]);

/** Checks three times, because each problem must be reported once. */
async function watchAt(time: number) {
  setClock(() => time);
  for (let times = 0; times < 3; times += 1) await watch();
}

async function smtpServer() {
  const smtp = await startSmtp();
  endings.push(() => smtp.stop());
  return smtp;
}

const enqueue = (name: string, lane: (typeof LANE)[keyof typeof LANE] = LANE.single) =>
  transaction((tx) =>
    enqueueMail(
      tx,
      compose(`${name}@people.example`, () => ({ lane, name, subject: 'Hello', lines: ['Hi.'] })),
    ),
  );

async function deliverTo(url: string, time: number) {
  setClock(() => time);
  const transport = createMailTransport(url);
  const delivery = createDelivery(transport);
  await delivery.deliverDue();
  // A delivery that still runs would send the next test's messages.
  await delivery.stop();
  transport.close();
}

it('reports once that the mail server is unreachable, and once that mail is delivered again', async () => {
  const closed = `smtp://127.0.0.1:${await freePort()}`;
  const { restart } = site({ SMTP_URL: closed });
  enqueue('anna');
  await deliverTo(closed, START);
  await watchAt(START + MINUTE);
  expect(told()).toEqual([]);
  await deliverTo(closed, START + MINUTE);
  await watchAt(START + 5 * MINUTE);
  expect(told()).toEqual(['Mail is not delivered (localhost:3000)']);
  expect(textOf(0)).toMatch(/no message since 2026-01-31T12:00:00Z: E[A-Z]+\n/);

  restart();
  await watchAt(START + 6 * MINUTE);
  expect(topics()).toEqual(['mail']);
  const smtp = await smtpServer();
  await deliverTo(smtp.url, START + 8 * MINUTE);
  expect(smtp.mails.map(({ subject }) => subject)).toContain('Mail is not delivered (localhost:3000)');
  await watchAt(START + 9 * MINUTE);
  expect(told()).toEqual([
    'Mail is not delivered (localhost:3000)',
    'Resolved: Mail is not delivered (localhost:3000)',
  ]);
  expect(topics()).toEqual([]);
});

const PUBLIC = {
  NODE_ENV: 'production',
  APP_URL: 'https://certrace.example',
  SESSION_SECRET: 'x'.repeat(32),
};

it('reports once that a public site sells for test cards, and once that it no longer does', async () => {
  site(PUBLIC);
  raiseAlert('log', 'Stopped.');
  await watchAt(START);
  expect(topics()).toEqual(['payments']);
  raiseAlert('disk', 'Full.');
  expect(topics()).toEqual(['payments', 'disk']);
  expect(told()).toContain('Test cards buy everything (certrace.example)');
  expect((await metricsText()).text).toContain('certrace_alert{topic="payments"} 1');
  testEnvironment({ ...PUBLIC, OPERATOR_EMAIL: OPERATOR, PAYMENT_GATEWAY: 'none' });
  await watchAt(START + MINUTE);
  expect(told()).toContain('Resolved: Test cards buy everything (certrace.example)');
  expect(topics()).not.toContain('payments');
});

it('describes a problem in the language of its reader, and what a program printed as it is', async () => {
  site({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    NODE_ENV: 'production',
    SESSION_SECRET: 'x'.repeat(32),
  });
  const printed = 'ENOSPC: no space left|on device\nin backup.ts';
  raiseAlert('backup', printed);
  enqueue('anna');
  await deliverTo(env().SMTP_URL ?? '', START);
  await watchAt(START + 5 * MINUTE);
  const read = (language: string) =>
    Object.fromEntries(inLanguage(language, raisedAlerts).map(({ topic, message }) => [topic, message]));
  expect(read('en')).toMatchObject({
    backup: printed,
    mail: expect.stringMatching(/^The mail server has taken no message since 2026-01-31T12:00:00Z: E[A-Z]+/),
  });
  expect(read('de')).toMatchObject({
    backup: printed,
    mail: expect.stringMatching(/^Der Mailserver hat seit 2026-01-31T12:00:00Z .*E[A-Z]+/),
  });
});

it.each([
  { APP_URL: 'https://localhost:8443' },
  { APP_URL: 'https://127.0.0.2' },
  { ...PUBLIC, PAYMENT_GATEWAY: 'invoice' },
])('accepts test cards on a site for trials, and other gateways (%o)', async (variables) => {
  site(variables);
  await watchAt(START);
  expect(topics()).toEqual([]);
});

it('reports that most messages are refused, but not a few wrong addresses', async () => {
  const smtp = await smtpServer();
  site({ SMTP_URL: smtp.url });
  smtp.state.refuseRecipientWith = 550;
  for (let wrong = 0; wrong < 9; wrong += 1) enqueue(`wrong-${wrong}`);
  await deliverTo(smtp.url, START);
  await watchAt(START);
  expect(told()).toEqual([]);
  enqueue('wrong-9');
  await deliverTo(smtp.url, START + 1);
  await watchAt(START + 1);
  expect(textOf(0)).toContain('10 of the last 10 messages were not delivered');
  expect(textOf(0)).toContain('550 Refused by the test');
});

it('reports a message that has been due for 15 minutes', async () => {
  site({ SMTP_URL: 'smtp://127.0.0.1:1' });
  enqueue('anna');
  enqueue('many', LANE.batch);
  await watchAt(START + 15 * MINUTE);
  expect(told()).toEqual([]);
  await watchAt(START + 15 * MINUTE + 1);
  expect(textOf(0)).toContain("lane 'single' has been due since 2026-01-31T12:00:00Z");
  expect(told()).toHaveLength(1);
});

it('reports once that a disk is almost full, even after a restart, and once that it has space again', async () => {
  const { restart, home } = site();
  const [disk] = await diskSpace();
  const free = Math.floor(((disk?.free ?? 0) * 100) / (disk?.size ?? 1));
  const threshold = (percent: number) =>
    testEnvironment({
      ...placesIn(home),
      OPERATOR_EMAIL: OPERATOR,
      DISK_ALERT_PERCENT: String(Math.min(99, Math.max(1, percent))),
    });
  threshold(free + 1);
  await watchAt(START);
  restart();
  await watchAt(START + MINUTE);
  expect(told()).toEqual(['The disk is almost full (localhost:3000)']);
  expect(textOf(0)).toMatch(/\d+ MB of \d+ MB are free for the database \(/);
  // The alert ends only some percent above the threshold, so that it does not start again at once.
  threshold(free - 1);
  await watchAt(START + 2 * MINUTE);
  expect(topics()).toEqual(['disk']);
  threshold(free - 4);
  await watchAt(START + 3 * MINUTE);
  expect(told()[1]).toBe('Resolved: The disk is almost full (localhost:3000)');
  expect(textOf(1)).toContain('This began at 2026-01-31T12:00:00Z and is over.');
  threshold(free + 1);
  await watchAt(START + 4 * MINUTE);
  expect(told()).toHaveLength(3);
});

const disk = smallDisk(20);
it.skipIf(!disk.mounted)('reports a disk that is really almost full (needs root to mount one)', async () => {
  endings.push(disk.remove);
  site({ BACKUP_DIR: disk.folder, DISK_ALERT_PERCENT: '1' });
  await watchAt(START);
  expect(topics()).toEqual([]);
  disk.fill();
  await watchAt(START);
  expect(textOf(0)).toContain(`0 MB of 20 MB are free for the backups (${disk.folder}).`);
  disk.free();
  await watchAt(START);
  expect(topics()).toEqual([]);
});

it('reports a fork of the log while the server runs, and the end of the problem', async () => {
  const { home, restart } = site();
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  await watchAt(START);
  expect(topics()).toEqual([]);

  const log = currentLog();
  const keys = join(home, 'keys');
  const file = join(keys, readdirSync(keys).find((name) => name.endsWith('.checkpoints')) ?? '');
  const checkpoint = log && readCheckpoint(log.checkpoint);
  const privateKey = log && privateKeyOf(log);
  if (!log || !checkpoint || !privateKey) throw new Error('no log');
  const root = Buffer.alloc(32, 7);
  const doctored = signCheckpoint({ ...checkpoint, root }, { name: log.origin, privateKey });
  writeFileSync(file, `\n${JSON.stringify(doctored)}\n\n`);
  await watchAt(START + MINUTE);
  expect(told()).toEqual(['Issuing is stopped (localhost:3000)']);
  expect(textOf(0)).toContain('contradicts its last signed checkpoint');
  await expect(makeCertificate(issuer, { allowDuplicate: true })).rejects.toMatchObject({ code: 'busy' });
  restart();
  await watchAt(now());
  expect(told()).toHaveLength(1);

  writeFileSync(file, `\n${JSON.stringify(log.checkpoint)}\n`);
  await watchAt(START + 2 * MINUTE);
  expect(told()[1]).toBe('Resolved: Issuing is stopped (localhost:3000)');
  await makeCertificate(issuer, { allowDuplicate: true });
});

const MISSED = 'There is no backup of the last day (localhost:3000)';

describe('a backup that is missing', () => {
  const scheduled = (name: string) => {
    mkdirSync(env().BACKUP_DIR, { recursive: true });
    writeFileSync(join(env().BACKUP_DIR, `certrace-${name}.tar`), '');
  };

  it.each([
    { every: '6h', late: 24 * HOUR },
    { every: '7d', late: 7 * 24 * HOUR },
  ])('is reported once where BACKUP_EVERY is $every, and once that there is one', async ({ every, late }) => {
    site({ BACKUP_EVERY: every });
    scheduled('20260131T120000Z');
    // Neither is a complete backup of the past.
    scheduled('20260131T230000Z.incomplete');
    scheduled('20270131T120000Z');
    await watchAt(START);
    await watchAt(START + late);
    expect(topics()).toEqual([]);
    await watchAt(START + late + HOUR);
    expect(told()).toEqual([MISSED]);
    expect(textOf(0)).toContain('The last backup is from 2026-01-31T12:00:00Z.');
    expect((await metricsText()).text).toContain('certrace_alert{topic="missed-backup"} 1');
    scheduled('20260207T120000Z');
    await watchAt(START + 7 * 24 * HOUR + 2 * HOUR);
    expect(told()).toEqual([MISSED, `Resolved: ${MISSED}`]);
  });

  it('is reported an hour after the start where backups are scheduled and there is none', async () => {
    const { restart } = site({ BACKUP_EVERY: '1h' });
    await watchAt(START);
    restart();
    await watchAt(START + HOUR);
    expect(topics()).toEqual([]);
    await watchAt(START + 2 * HOUR);
    expect(textOf(0)).toContain('There is no complete backup in BACKUP_DIR.');
    restart();
    await watchAt(START + 2 * HOUR);
    expect(topics()).toEqual(['missed-backup']);
  });

  it('is reported where backups were made by the command, and nowhere else', async () => {
    const { home } = site();
    await watchAt(START);
    await watchAt(START + 48 * HOUR);
    expect(topics()).toEqual([]);
    await writeBackup(join(home, 'a.tar'));
    await watchAt(START + 72 * HOUR);
    expect(topics()).toEqual([]);
    await watchAt(START + 73 * HOUR);
    expect(told()).toEqual([MISSED]);
    await writeBackup(join(home, 'b.tar'));
    await watchAt(START + 73 * HOUR);
    expect(topics()).toEqual([]);
  });
});

it('reports once that the bucket cannot be reached or refuses access, and once that it answers again', async () => {
  const s3 = await startS3();
  endings.push(() => s3.stop());
  site(s3.settings);
  await watchAt(START);
  expect(topics()).toEqual([]);
  s3.state.failWith = 403;
  await watchAt(START + MINUTE);
  expect(told()).toEqual(['The file storage cannot be used (localhost:3000)']);
  expect(textOf(0)).toContain(`${s3.settings.S3_ENDPOINT} does not answer, or refuses the bucket certrace`);
  s3.reset();
  await watchAt(START + 2 * MINUTE);
  expect(told()).toHaveLength(2);
  testEnvironment({ ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  await watchAt(START + 3 * MINUTE);
  expect(topics()).toEqual(['storage']);
});

it('reports once that a witness has not cosigned for a day, and once that it has caught up', async () => {
  const witness = (name: string) => witnessKeyOf({ name, privateKey: privateKeyFromSeed(sha256(name)) });
  const LOG_WITNESSES = ['w.example', 'v.example']
    .map((name) => `${witness(name)} http://127.0.0.1:1`)
    .join();
  const { restart } = site({ LOG_WITNESSES });
  await watchAt(START);
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  const cosign = (place: number) => {
    const [log, found] = [currentLog(), env().witnesses[place]];
    if (!log || !found) throw new Error('no log');
    keepCosignature(log, found.key, '');
  };
  cosign(0);
  cosign(1);
  await watchAt(START + 30 * 24 * HOUR);
  // A quiet log is no silent witness.
  expect(topics()).toEqual([]);
  await makeCertificate(issuer, { allowDuplicate: true });
  cosign(1);
  await watchAt(START + 31 * 24 * HOUR - 1);
  expect(topics()).toEqual([]);
  restart();
  await watchAt(START + 31 * 24 * HOUR);
  expect(topics()).toEqual([]);
  await watchAt(START + 31 * 24 * HOUR + HOUR);
  expect(told()).toEqual(['A witness does not cosign the log (localhost:3000)']);
  expect(textOf(0)).toContain('w.example has cosigned no entry since 2026-03-02T12:00:00Z.');
  expect(textOf(0)).not.toContain('v.example');
  cosign(0);
  await watchAt(START + 31 * 24 * HOUR + HOUR);
  expect(topics()).toEqual([]);
});
