import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetPasswordMail, verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { certificateIssuedMail } from '#app/mail/certificate-mails.server.ts';
import { LANE, writeMail } from '#app/mail/compose.server.ts';
import { createDelivery, nextDue, startDelivery } from '#app/mail/delivery.server.ts';
import { createPace, openLanes } from '#app/mail/lanes.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { queryPlans } from '#tests/support/query-plans.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const student = (email: string) =>
  certificateIssuedMail({
    studentName: 'Ingrid Sørensen',
    studentEmail: email,
    courseName: 'Distributed Systems',
    issuerName: 'Northwind',
    uniqueId: '7K3M-9QZX-2HVB-4TND',
    issueDate: '2026-02-28',
    expiryDate: null,
    isReviewed: true,
    token: 'x'.repeat(43),
  });
const reset = (email: string) => resetPasswordMail(email, 'a-token');

type Mail = ReturnType<typeof reset>;
const enqueueAll = (mails: Mail[]) =>
  transaction((tx) => {
    for (const mail of mails) enqueueMail(tx, mail);
  });
const many = (count: number, make: (email: string) => Mail) =>
  Array.from({ length: count }, (_, index) => make(`student${index}@students.example`));
const undelivered = () =>
  sqlite().prepare('select to_address from outbox where delivered_at is null').pluck().all() as string[];

describe('delivery', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let stop: (() => Promise<void>) | undefined;
  beforeEach(async () => {
    smtp = await startSmtp();
  });
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    await smtp.stop();
  });
  const begin = (environment: Record<string, string> = {}, query = '') => {
    testEnvironment({ SMTP_URL: smtp.url + query, ...environment });
    stop = startDelivery();
  };

  it('sends a password reset before waiting certificate mails, also in the middle of a batch', async () => {
    smtp.state.delayMs = 300;
    enqueueAll([
      ...many(150, student),
      ...many(10_000, (email) => ({ ...student(`b-${email}`), lane: LANE.batch })),
    ]);
    begin();
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(5);
    const asked = performance.now();
    enqueueAll([reset('zoe@people.example')]);
    await smtp.mailTo('zoe@people.example', /password/, 2_000);
    expect(performance.now() - asked).toBeLessThan(2_000);
    expect(undelivered().length).toBeGreaterThan(10_000);
    sqlite().exec('delete from outbox where delivered_at is null');
  });

  it('serves lanes by priority, not by waiting time', async () => {
    const to = (lane: string) => [`1@${lane}.example`, `2@${lane}.example`];
    enqueueAll([
      ...to('batch').map((email) => ({ ...student(email), lane: LANE.batch })),
      ...to('single').map(student),
      ...to('security').map(reset),
    ]);
    // At this rate each message arrives before the next one is sent.
    begin({ MAIL_PER_SECOND: '3' });
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(6);
    const lanes = smtp.mails.map(({ envelopeTo }) => /@(\w+)/.exec(envelopeTo[0] ?? '')?.[1]);
    expect(lanes).toEqual(['security', 'security', 'single', 'single', 'batch', 'batch']);
  });

  it('uses and reuses the configured number of connections', async () => {
    smtp.state.delayMs = 20;
    enqueueAll(many(60, reset));
    begin({ MAIL_CONNECTIONS: '4' });
    await expect.poll(() => undelivered(), { timeout: 10_000 }).toEqual([]);
    expect(smtp.mails).toHaveLength(60);
    expect(new Set(smtp.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(60);
    expect(smtp.mostOpen()).toBe(4);
  });

  it('a recipient whose server never answers delays only its own messages', async () => {
    smtp.state.stallFor = 'stalled@slow.example';
    enqueueAll([
      ...Array.from({ length: 20 }, () => reset('stalled@slow.example')),
      ...many(30, reset),
      ...many(30, student),
    ]);
    begin({ MAIL_CONNECTIONS: '3' }, '?socketTimeout=1500');
    await expect
      .poll(undelivered, { timeout: 10_000 })
      .toEqual(Array.from({ length: 20 }, () => 'stalled@slow.example'));
    expect(smtp.mails).toHaveLength(60);
  });

  it('uses fewer connections when the server refuses more, and fails no message', async () => {
    smtp.state.mostConnections = 4;
    smtp.state.delayMs = 50;
    enqueueAll(many(60, (email) => ({ ...student(email), lane: LANE.batch })));
    begin();
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBeGreaterThan(10);
    enqueueAll([reset('zoe@people.example')]);
    await smtp.mailTo('zoe@people.example', /./, 2_000);
    await expect.poll(undelivered, { timeout: 10_000 }).toEqual([]);
    expect(sqlite().prepare('select max(attempts) from outbox').pluck().get()).toBe(0);
  });

  it('sends at most MAIL_PER_SECOND messages a second', async () => {
    enqueueAll(many(20, reset));
    const started = performance.now();
    begin({ MAIL_PER_SECOND: '20' });
    await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(20);
    expect(performance.now() - started).toBeGreaterThan(750);
  });
});

describe('a mail server that stops answering after its greeting', () => {
  it('does not keep connections busy: each message is tried, and retried later', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write('220 silent.example ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    testEnvironment({ MAIL_CONNECTIONS: '3' });
    enqueueAll(many(6, reset));
    const { port } = silent.address() as AddressInfo;
    const transport = createMailTransport(`smtp://127.0.0.1:${port}?socketTimeout=300`);
    await createDelivery(transport).deliverDue();
    const rows = sqlite().prepare('select attempts, last_error from outbox').raw().all();
    expect(rows).toEqual(Array(6).fill([1, 'ETIMEDOUT']));
    transport.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('runs into time-outs well below the defaults of nodemailer', () => {
    const transport = createMailTransport('smtp://127.0.0.1:1');
    expect((transport.transporter as unknown as { options: object }).options).toMatchObject({
      maxConnections: 10,
      connectionTimeout: 15_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
});

describe('lanes', () => {
  it('are security for messages about an account, and single for one certificate', () => {
    const verify = verifyEmailMail('zoe@people.example', 'token', null);
    const mails = [verify, reset('zoe@people.example'), student('a@b.example')];
    expect(mails.map((mail) => writeMail(mail).lane)).toEqual([0, 0, 1]);
  });

  it('leave connections free for lanes of higher priority', () => {
    expect(openLanes([], 3)).toEqual([0, 1, 2]);
    expect(openLanes([2], 3)).toEqual([0, 1]);
    expect(openLanes([2, 1], 3)).toEqual([0]);
    expect(openLanes([0, 0], 3)).toEqual([0, 1, 2]);
    expect(openLanes([0, 1, 2], 3)).toEqual([]);
    expect(openLanes(Array(8).fill(1), 10)).toEqual([0]);
    expect(openLanes(Array(6).fill(2), 10)).toEqual([0, 1]);
  });

  it('find due messages by an index, without sorting', async () => {
    const [plan] = await queryPlans(() => nextDue());
    expect(plan?.steps[0]).toBe('SEARCH outbox USING INDEX outbox_due (lane=? AND next_attempt_at<?)');
    expect(plan?.steps.join()).not.toContain('TEMP B-TREE');
  });
});

describe('the rate limit', () => {
  it('allows no burst after an idle time', () => {
    const pace = createPace(10);
    pace.count(1_000);
    expect(pace.wait(1_000)).toBe(0);
    pace.count(1_000);
    expect(pace.wait(1_000)).toBe(100);
    expect(pace.wait(1_100)).toBe(0);
    expect(createPace(0).wait(0)).toBe(0);
  });
});
