import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logout } from '#app/accounts/account-sessions.server.ts';
import { deleteEndedSessions } from '#app/accounts/require-login.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import { resetPasswordMail } from '#app/mail/account-mails.server.ts';
import { createDelivery } from '#app/mail/delivery.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createMailTransport } from '#app/mail/transport.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { sweepStep } from '#app/start/sweeps.server.ts';
import { db, sqlite, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { makeVerifier } from '#tests/support/factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startSmtp } from '#tests/support/smtp.ts';

/** Makes SQLite fail every write of that kind with SQLITE_FULL: a trigger needs more pages than the database may have. */
function fill(write: 'update on outbox' | 'delete on sessions') {
  sqlite().exec(`
    create table filler (bytes);
    create trigger full before ${write} begin insert into filler values (zeroblob(1000000)); end;`);
  sqlite().pragma(`max_page_count = ${sqlite().pragma('page_count', { simple: true })}`);
}
const free = () => sqlite().pragma('max_page_count = 1000000');

describe('delivery on a full disk', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeEach(async () => {
    smtp = await startSmtp();
    testEnvironment({ MAIL_CONNECTIONS: '3' });
    transaction((tx) => {
      for (let index = 0; index < 12; index += 1)
        enqueueMail(tx, resetPasswordMail(`zoe${index}@people.example`, 'a-token'));
    });
  });
  afterEach(() => smtp.stop());

  it('sends only the messages in progress, and once there is space each other message once', async () => {
    const transport = createMailTransport(smtp.url);
    const delivery = createDelivery(transport);
    fill('update on outbox');
    for (let round = 0; round < 5; round += 1) await delivery.deliverDue();
    const before = smtp.mails.length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(3);
    free();
    await delivery.deliverDue();
    transport.close();
    const recipients = smtp.mails.map(({ envelopeTo }) => envelopeTo[0]);
    expect(recipients).toHaveLength(12);
    expect(new Set(recipients).size).toBe(12);
    expect(sqlite().prepare('select count(*) from outbox where delivered_at is null').pluck().get()).toBe(0);
  });
});

describe('a logout on a full disk', () => {
  it('takes effect immediately, and is stored once there is space', async () => {
    const { actor, token } = await makeVerifier();
    fill('delete on sessions');
    expect(() => logout(actor)).toThrow('database or disk is full');
    expect(identify(token, 'bearer', '127.0.0.1').kind).toBe('visitor');
    expect(deleteEndedSessions).toThrow('database or disk is full');
    free();
    deleteEndedSessions();
    expect(db().select().from(sessions).where(eq(sessions.id, actor.sessionId)).all()).toEqual([]);
  });
});

describe('a sweep on a full disk', () => {
  it('fails without an exception, and the other sweeps run', async () => {
    await makeVerifier();
    const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
    expect([count('sessions'), count('one_time_tokens')]).toEqual([2, 1]);
    fill('delete on sessions');
    const later = now() + 40 * 86_400_000;
    setClock(() => later);
    expect(sweepStep()).toBe(false);
    expect([count('sessions'), count('one_time_tokens')]).toEqual([2, 0]);
    free();
    sweepStep();
    expect(count('sessions')).toBe(0);
  });
});
