import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetPasswordMail, verifyEmailMail } from '#app/mail/account-mails.server.ts';
import { compose } from '#app/mail/compose.server.ts';
import { createDelivery, startDelivery } from '#app/mail/delivery.server.ts';
import { RETRY_AFTER_MS } from '#app/mail/delivery-results.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { log, withRequestId } from '#app/shared/log.server.ts';
import { db, sqlite, transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { outbox } from '#db/schema/mail.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const message = (name = 'Zoë Müller') =>
  compose('zoe@people.example', () => ({
    name,
    subject: 'Hello',
    lines: ['Mind the <gap> & the "quotes".'],
    action: ['Open', '/verify/secret-token'],
  }));

const enqueue = (mail = message()) => transaction((tx) => enqueueMail(tx, mail));
const row = () => db().select().from(outbox).get();

describe('the outbox', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeEach(async () => {
    smtp = await startSmtp();
  });
  afterEach(() => smtp.stop());
  const deliver = async () => {
    const transport = createMailTransport(smtp.url);
    await createDelivery(transport).deliverDue();
    transport.close();
  };

  it('delivers a message with equivalent text and HTML parts, and keeps no body', async () => {
    enqueue();
    await deliver();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.envelopeTo).toEqual(['zoe@people.example']);
    expect(mail?.raw.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.to?.[0]).toMatchObject({ name: 'Zoë Müller', address: 'zoe@people.example' });
    expect(mail?.text).toContain('Mind the <gap> & the "quotes".');
    expect(mail?.html).toContain('Mind the &lt;gap&gt; &amp; the &quot;quotes&quot;.');
    expect(mail?.html).toContain('href="http://localhost:3000/verify/secret-token"');
    expect(row()).toMatchObject({ text: '', html: '', nextAttemptAt: null, lastError: null });
    expect(row()?.deliveredAt).not.toBeNull();
  });

  it('logs the delivery of a message with the request that caused it, however it was committed', async () => {
    const [info, warn] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn').mockReturnValue()];
    const to = (name: string) =>
      compose(`${name}@people.example`, () => ({ name, subject: name, lines: [name] }));
    await Promise.all(
      ['first', 'second'].map((id) => withRequestId(id, () => groupCommit((tx) => enqueueMail(tx, to(id))))),
    );
    enqueue(to('nobody'));
    smtp.state.refuseRecipientWith = 450;
    await withRequestId('third', deliver);
    smtp.state.refuseRecipientWith = undefined;
    sqlite().exec('update outbox set next_attempt_at = 0');
    await deliver();
    for (const lines of [warn.mock.calls, info.mock.calls]) {
      const about = lines
        .map(([line]) => line as unknown as { requestId?: string })
        .filter((line) => 'mail' in line);
      expect(new Set(about.map(({ requestId }) => requestId))).toEqual(
        new Set(['first', 'second', undefined]),
      );
    }
  });

  it('stores the token of a link encrypted, and sends it', async () => {
    const token = newToken();
    const redirectTo = '/verify?id=1';
    enqueue(verifyEmailMail('zoe@people.example', token, redirectTo));
    expect(sqlite().serialize().includes(token)).toBe(false);
    await deliver();
    const url = `http://localhost:3000/verify/${token}?redirectTo=%2Fverify%3Fid%3D1`;
    expect(smtp.mails[0]?.text).toContain(`\n${url}\n`);
    expect(smtp.mails[0]?.html).toContain(`href="${url}"`);
    expect(row()).toMatchObject({ text: '', html: '', sealedToken: null });
  });

  it('keeps a link whose token was encrypted with another secret until that is back', async () => {
    const start = now();
    enqueue(resetPasswordMail('zoe@people.example', newToken()));
    testEnvironment({ SESSION_SECRET: 'another secret, long enough to be one' });
    await deliver();
    expect(smtp.mails).toEqual([]);
    expect(row()).toMatchObject({ attempts: 1, lastError: 'ESECRET', deliveredAt: null });
    testEnvironment();
    setClock(() => start + 61_000);
    await deliver();
    expect(smtp.mails).toHaveLength(1);
  });

  it('sends a message once', async () => {
    enqueue();
    await deliver();
    await deliver();
    expect(smtp.mails).toHaveLength(1);
  });

  it('a name cannot add a recipient', async () => {
    enqueue(message('x" <evil@evil.example>, y'));
    await deliver();
    expect(smtp.mails[0]?.envelopeTo).toEqual(['zoe@people.example']);
  });

  it('retries after 1 min, 5 min, 30 min, 2 h and 12 h with the same Message-ID, and then gives up', async () => {
    const start = now();
    setClock(() => start);
    enqueue();
    smtp.state.refuseWith = 451;
    let at = start;
    for (const delay of RETRY_AFTER_MS) {
      setClock(() => at);
      await deliver();
      expect(row()).toMatchObject({
        nextAttemptAt: at + delay,
        lastError: '451 Refused by the test',
        deliveredAt: null,
      });
      setClock(() => at + delay - 1);
      await deliver();
      expect(row()?.nextAttemptAt).toBe(at + delay);
      at += delay;
    }
    setClock(() => at);
    await deliver();
    expect(row()).toMatchObject({ nextAttemptAt: null, failedAt: at, text: '', attempts: 6 });
    expect(RETRY_AFTER_MS).toEqual([1, 5, 30, 120, 720].map((minutes) => minutes * 60_000));
  });

  it.each([
    ['recipient', { refuseRecipientWith: 550 }],
    ['message', { refuseWith: 554 }],
  ])('fails immediately, with the reason, when the server permanently rejects the %s', async (_, refusal) => {
    enqueue();
    Object.assign(smtp.state, refusal);
    const at = now();
    setClock(() => at);
    await deliver();
    const [code] = Object.values(refusal);
    expect(row()).toMatchObject({
      attempts: 1,
      nextAttemptAt: null,
      failedAt: at,
      text: '',
      html: '',
      lastError: `${code} Refused by the test`,
    });
  });

  it.each([
    ['a recipient temporarily', { refuseRecipientWith: 450 }],
    ['every sender, which is a fault of the configuration', { refuseSenderWith: 550 }],
    ['commands without a login', { refuseRecipientWith: 530 }],
  ])('keeps a message while the server rejects %s', async (_, refusal) => {
    enqueue();
    Object.assign(smtp.state, refusal);
    await deliver();
    expect(row()).toMatchObject({ attempts: 1, failedAt: null });
    expect(row()?.nextAttemptAt).toBeGreaterThan(0);
  });

  it('delivers messages from an outage after it', async () => {
    enqueue();
    smtp.state.refuseWith = 421;
    await deliver();
    smtp.state.refuseWith = undefined;
    const { nextAttemptAt } = row() ?? {};
    setClock(() => nextAttemptAt ?? 0);
    await deliver();
    expect(smtp.mails).toHaveLength(1);
  });

  it('loses a message when its transaction is rolled back', () => {
    expect(() =>
      transaction((tx) => {
        enqueueMail(tx, message());
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(row()).toBeUndefined();
  });

  it('delivers new messages immediately, and those that an earlier process left', async () => {
    enqueue(message('Left behind'));
    testEnvironment({ SMTP_URL: smtp.url });
    const stop = startDelivery();
    await expect.poll(() => smtp.mails.length).toBe(1);
    enqueue();
    await expect.poll(() => smtp.mails.length).toBe(2);
    await stop();
    expect(db().select().from(outbox).where(eq(outbox.text, '')).all()).toHaveLength(2);
  });
});
