import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeEventsWith } from '#app/events/event-objects.server.ts';
import { updateWebhook } from '#app/events/webhooks/change-webhook.server.ts';
import { createDispatcher } from '#app/events/webhooks/deliver-webhooks.server.ts';
import { listDeliveries, redeliver, testWebhook } from '#app/events/webhooks/deliveries.server.ts';
import { createSender, type Send } from '#app/events/webhooks/send-webhook.server.ts';
import { findWebhook } from '#app/events/webhooks/webhook.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { eventData } from '#app/routes/api/v1/event-data.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import {
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ALL = ['certificate.issued', 'certificate.revoked', 'certificate.replaced'];

let issuer: Person;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let sender: ReturnType<typeof createSender>;
beforeEach(async () => {
  testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  issuer = await makeIssuer();
  receiver = await startReceiver();
  sender = createSender({ ca: receiverCertificate().cert });
});
afterEach(async () => {
  await sender.close();
  await receiver.stop();
});

const call = async (path: string, options: Parameters<typeof fetchApi>[1] = {}) => {
  const answer = await fetchApi(path, { token: issuer.token, ...options });
  return { status: answer.status, ...(await answer.json()) };
};
const post = (path: string, json: unknown = {}) => call(path, { json });
const patch = (path: string, json: unknown) => call(path, { method: 'PATCH', json });

async function register(fields: Record<string, unknown> = {}) {
  const { webhook } = await post('webhooks', { url: receiver.url, types: ALL, ...fields });
  return webhook as { _id: string; secret: string; url: string };
}

/** Sends what is due, as a server does that has just started. */
const deliver = (send: Send = sender.send) => createDispatcher(send).deliverDue();
const revoke = (uniqueId: string) => post(`certificates/${uniqueId}/revocation`, { reason: 'Wrong' });
/** Not over the API, whose logins end when the clock is set forward. */
const deliveriesOf = (id: string) => listDeliveries(issuer.actor, id, { limit: 50 }).deliveries;

it('a webhook whose events cannot be queued holds up no other', async () => {
  const [bad, good] = [await register(), await register({ url: `${receiver.url}?other` })];
  await makeCertificate(issuer);
  sqlite().exec(`create temp trigger refused before insert on main.webhook_deliveries
    when new.webhook_seq = (select seq from webhooks where id = '${bad._id}') begin select raise(abort, 'refused'); end`);
  const dispatcher = createDispatcher(sender.send);
  for (let tries = 0; tries < 3; tries += 1) dispatcher.look();
  await dispatcher.stop();
  expect([deliveriesOf(bad._id).length, deliveriesOf(good._id).length]).toEqual([0, 1]);
  sqlite().exec('drop trigger refused');
});

it('an event that cannot be described holds up no other of its webhook, and is tried again later', async () => {
  const forward = stopClock();
  const { _id } = await register();
  const bad = await makeCertificate(issuer);
  await makeCertificate(issuer);
  describeEventsWith((row) => {
    if (row.objectId === bad.id) throw new Error('damaged');
    return eventData(row);
  });
  try {
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(deliveriesOf(_id).at(-1)).toMatchObject({
      attempts: 1,
      error: 'This server cannot read the event at present.',
      deliveredAt: null,
    });
    // While the receiver fails, too.
    receiver.answerWith((_got, response) => response.writeHead(500).end());
    await makeCertificate(issuer);
    await deliver();
    receiver.answerWith((_got, response) => response.writeHead(204).end());
    for (let minute = 0; minute < 3; minute += 1) {
      forward(MINUTE);
      await deliver();
    }
    expect(new Set(receiver.ids()).size).toBe(2);
    expect(deliveriesOf(_id).filter(({ deliveredAt }) => deliveredAt !== null)).toHaveLength(2);
  } finally {
    describeEventsWith(eventData);
  }
  forward(HOUR);
  await deliver();
  expect(new Set(receiver.ids()).size).toBe(3);
});

describe('a delivery', () => {
  it('that is asked for again while it is under way is sent again', async () => {
    const { _id } = await register();
    await makeCertificate(issuer);
    const sent: string[] = [];
    const send: Send = async ({ id }) => {
      sent.push(id);
      const [delivery] = deliveriesOf(_id);
      if (sent.length === 1) redeliver(issuer.actor, _id, delivery?.id ?? '');
      return 204;
    };
    await deliver(send);
    expect(sent).toHaveLength(2);
    expect(deliveriesOf(_id)).toMatchObject([{ attempts: 1, deliveredAt: expect.any(Number) }]);
  });

  it('is the event of the feed, signed with the secret', async () => {
    const { secret } = await register();
    await makeCertificate(issuer);
    await deliver();
    const [got] = receiver.received;
    const { events } = await call('events');
    // Its signed URLs are new each time.
    const { certificate } = events[0].data;
    const stable = Object.entries(certificate).filter(([, value]) => !String(value).includes('expires='));
    expect(got?.event).toMatchObject({ ...events[0], data: { certificate: Object.fromEntries(stable) } });
    expect(Object.keys(got?.event.data.certificate ?? {})).toEqual(Object.keys(certificate));
    expect(got?.headers['webhook-id']).toBe(events[0].id);
    expect(got?.headers['content-type']).toBe('application/json');
    const headers = got?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(got?.body ?? '', headers)).not.toThrow();
    expect(() => new Webhook(secret).verify(`${got?.body} `, headers)).toThrow();
  });

  it('is only of the chosen types, of the account, and of what happens after the webhook is made', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    await register({ types: ['certificate.revoked'] });
    await makeCertificate(issuer);
    await makeCertificate(await makeIssuer());
    await revoke(uniqueId);
    await deliver();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['certificate.revoked']);
  });

  it('is sent when the webhook is on again, without waiting for another event', async () => {
    const dispatcher = createDispatcher(sender.send);
    const { _id } = await register();
    await patch(`webhooks/${_id}`, { active: false });
    for (let made = 0; made < 25; made += 1) await makeCertificate(issuer);
    await dispatcher.deliverDue();
    expect(receiver.received).toHaveLength(0);
    await patch(`webhooks/${_id}`, { active: true });
    await dispatcher.deliverDue();
    expect(receiver.received).toHaveLength(25);
    expect(receiver.ids()).toEqual(receiver.ids().toSorted());
  });

  it('is of the types that were chosen when it happened', async () => {
    const { _id } = await register();
    const made = Array.from({ length: 25 }, () => makeCertificate(issuer));
    await Promise.all(made);
    await patch(`webhooks/${_id}`, { types: ['certificate.revoked'] });
    await deliver();
    expect(receiver.received).toHaveLength(25);
  });

  it('succeeds once', async () => {
    const { _id } = await register();
    await makeCertificate(issuer);
    await deliver();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(deliveriesOf(_id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }]);
  });

  it('is repeated after 5 s, 1 min, 10 min, 1 h, then every 6 h for three days', async () => {
    const forward = stopClock();
    const { _id } = await register();
    receiver.answerWith(500);
    await makeCertificate(issuer);
    await deliver();
    const pauses = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR, ...Array(11).fill(6 * HOUR)];
    for (const [index, pause] of pauses.entries()) {
      forward(pause - 1);
      await deliver();
      expect(receiver.received).toHaveLength(index + 1);
      forward(1);
      await deliver();
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(deliveriesOf(_id)).toMatchObject([{ state: 'failed', status: 500, nextAttemptAt: null }]);
    forward(DAY);
    await deliver();
    expect(receiver.received).toHaveLength(pauses.length + 1);
  });

  it('does not follow a redirect', async () => {
    const { _id } = await register();
    receiver.answerWith((_, response) => response.writeHead(307, { Location: receiver.url }).end());
    await makeCertificate(issuer);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(deliveriesOf(_id)).toMatchObject([{ state: 'waiting', status: 307 }]);
  });

  it('reads an endless answer up to 64 KB', async () => {
    let written = 0;
    receiver.answerWith((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384);
      const write = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const { _id } = await register();
    await makeCertificate(issuer);
    const started = performance.now();
    await deliver();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(written).toBeLessThan(8_388_608);
    expect(deliveriesOf(_id)).toMatchObject([{ state: 'delivered', status: 200 }]);
  });

  it('fails when the certificate of the receiver is not trusted', async () => {
    const { _id } = await register();
    const untrusting = createSender();
    await makeCertificate(issuer);
    await deliver(untrusting.send);
    await untrusting.close();
    expect(receiver.received).toEqual([]);
    expect(deliveriesOf(_id)).toMatchObject([
      { state: 'waiting', error: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') },
    ]);
  });
});

describe('a receiver that is down for an hour', () => {
  it('gets every event once it is back, in order', async () => {
    const forward = stopClock();
    await register();
    receiver.answerWith(503);
    for (let minute = 0; minute < 60; minute += 1) {
      const { uniqueId } = await makeCertificate(issuer);
      if (minute % 2 === 0) await revoke(uniqueId);
      await deliver();
      forward(MINUTE);
    }
    const { events } = await call('events?limit=100');
    expect(events).toHaveLength(90);
    receiver.answerWith(200);
    receiver.received.length = 0;
    for (let minute = 0; minute < 61 && receiver.received.length === 0; minute += 1) {
      forward(MINUTE);
      await deliver();
    }
    expect(receiver.ids()).toEqual(events.map(({ id }: { id: string }) => id));
  });

  it('gets the older ones first, also when it is back just after it was tried', async () => {
    const forward = stopClock();
    await register();
    const sent: string[] = [];
    let isUp = false;
    const send: Send = async ({ id }) => {
      if (!isUp) throw new Error('connect ECONNREFUSED');
      sent.push(id);
      return 204;
    };
    const dispatcher = createDispatcher(send);
    for (let hour = 0; hour < 3; hour += 1) {
      await makeCertificate(issuer);
      await dispatcher.deliverDue();
      forward(HOUR);
    }
    await dispatcher.deliverDue();
    isUp = true;
    forward(SECOND);
    await makeCertificate(issuer);
    await dispatcher.deliverDue();
    forward(5 * SECOND);
    await dispatcher.deliverDue();
    await dispatcher.stop();
    expect(sent).toEqual(sqlite().prepare('select id from events order by seq').pluck().all());
  });

  it('gets the events of one object in order, while one that it refuses does not hold up the others', async () => {
    const forward = stopClock();
    await register();
    const [first, second] = [await makeCertificate(issuer), await makeCertificate(issuer)];
    const of = ({ event }: (typeof receiver.received)[number]) =>
      (event.data.certificate as never as { uniqueId: string }).uniqueId;
    const isAccepted = new Set([second.uniqueId]);
    receiver.answerWith((got, response) => response.writeHead(isAccepted.has(of(got)) ? 200 : 400).end());
    await revoke(first.uniqueId);
    await revoke(second.uniqueId);
    await deliver();
    const seen = () => receiver.received.map((got) => [got.event.type, of(got) === first.uniqueId ? 1 : 2]);
    expect(seen()).toEqual([
      ['certificate.issued', 1],
      ['certificate.issued', 2],
      ['certificate.revoked', 2],
    ]);
    receiver.received.length = 0;
    isAccepted.add(first.uniqueId);
    forward(5 * SECOND);
    await deliver();
    expect(seen()).toEqual([
      ['certificate.issued', 1],
      ['certificate.revoked', 1],
    ]);
  });

  it('costs a limited number of deliveries, and gets the rest afterwards', async () => {
    const forward = stopClock();
    const { _id } = await register();
    sqlite().exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1500)
      insert into events (id, type, object_id, account_id, created_at)
      select printf('01a1fd90-efbd-76a7-86eb-%012d', i), 'certificate.issued', 'gone ' || i, '${issuer.id}', ${now()} from n`);
    const sent: string[] = [];
    let status = 500;
    const send: Send = async ({ id }) => {
      sent.push(id);
      return status;
    };
    await deliver(send);
    expect(sqlite().prepare('select count(*) from webhook_deliveries').pluck().get()).toBe(20);
    status = 200;
    sent.length = 0;
    forward(5 * SECOND);
    await deliver(send);
    expect(sent).toHaveLength(1_500);
    expect(sent).toEqual(sent.toSorted());
    expect((await call(`webhooks/${_id}`)).webhook.failingSince).toBeNull();
  });
});

describe('a slow receiver', () => {
  it('delays only itself', async () => {
    await register();
    const other = await startReceiver();
    await register({ url: other.url });
    receiver.answerWith(() => undefined);
    const dispatcher = createDispatcher(sender.send);
    for (let count = 0; count < 3; count += 1) await makeCertificate(issuer);
    const started = performance.now();
    const done = dispatcher.deliverDue();
    while (other.received.length < 1) await delay(20);
    expect(performance.now() - started).toBeLessThan(5_000);
    const stopped = dispatcher.stop();
    await sender.close();
    await Promise.all([stopped, done]);
    await other.stop();
    sender = createSender({ ca: receiverCertificate().cert });
  });

  it('is given ten seconds', async () => {
    const { _id } = await register();
    receiver.answerWith((_, response) => response.writeHead(200).write('half'));
    await makeCertificate(issuer);
    const started = performance.now();
    await deliver();
    expect(performance.now() - started).toBeGreaterThan(9_900);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(deliveriesOf(_id)).toMatchObject([{ error: 'It did not answer within 10 seconds.' }]);
    const error = 'Es kam innerhalb von 10 Sekunden keine Antwort.';
    expect(inLanguage('de', () => deliveriesOf(_id))).toMatchObject([{ error }]);
  });
});

describe('a webhook that fails for five days', () => {
  it('is switched off with a mail, and gets what it missed when it is on again', async () => {
    const forward = stopClock();
    const { _id } = await register();
    receiver.answerWith(500);
    for (let day = 0; day < 6; day += 1) {
      expect(findWebhook(issuer.actor, _id).active).toBe(true);
      await makeCertificate(issuer);
      await deliver();
      forward(DAY);
    }
    expect(findWebhook(issuer.actor, _id)).toMatchObject({ active: false, switchedOffBy: 'failures' });
    const mails = mailsTo(issuer.email).filter(({ subject }) => subject === 'A webhook was switched off');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/settings/webhooks');
    receiver.received.length = 0;
    await makeCertificate(issuer);
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(() => testWebhook(issuer.actor, _id)).toThrow('This webhook is off.');
    receiver.answerWith(200);
    await updateWebhook(issuer.actor, _id, { active: true });
    await deliver();
    const ids = sqlite().prepare('select id from events order by seq').pluck().all();
    // The first ones were given up after three days.
    expect(receiver.ids().length).toBeGreaterThanOrEqual(3);
    expect(receiver.ids()).toEqual(ids.slice(-receiver.ids().length));
    expect(findWebhook(issuer.actor, _id)).toMatchObject({ active: true, failingSince: null });
  });
});

describe('a secret', () => {
  it('is encrypted in the database, and not shown again', async () => {
    const { _id, secret } = await register();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const dump = JSON.stringify(sqlite().prepare('select * from webhooks').all());
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(secret.slice(6, 30));
    for (const path of ['webhooks', `webhooks/${_id}`])
      expect(JSON.stringify(await call(path))).not.toContain('whsec_');
  });

  it('signs for 24 hours together with its successor', async () => {
    const forward = stopClock();
    const { _id, secret } = await register();
    const { webhook } = await post(`webhooks/${_id}/secret`);
    expect(webhook.secret).not.toBe(secret);
    const verifies = async (by: string) => {
      receiver.received.length = 0;
      await makeCertificate(issuer);
      await deliver();
      const [got] = receiver.received;
      const headers = got?.headers as Record<string, string>;
      const signatures = headers['webhook-signature']?.split(' ') ?? [];
      const expected = new Webhook(by).sign(
        headers['webhook-id'] ?? '',
        new Date(Number(headers['webhook-timestamp']) * 1_000),
        got?.body ?? '',
      );
      return signatures.includes(expected);
    };
    expect([await verifies(secret), await verifies(webhook.secret)]).toEqual([true, true]);
    forward(DAY);
    expect([await verifies(secret), await verifies(webhook.secret)]).toEqual([false, true]);
  });
});

describe('the calls', () => {
  it('are sent 60 times an hour for a test', async () => {
    const { _id } = await register();
    testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1', RATE_LIMITS: 'on' });
    for (let tests = 0; tests < 60; tests += 1) testWebhook(issuer.actor, _id);
    expect(() => testWebhook(issuer.actor, _id)).toThrow(/try again/i);
  });

  it('send a test once, and an event again', async () => {
    const { _id } = await register();
    const { delivery } = await post(`webhooks/${_id}/test`);
    expect(delivery).toMatchObject({ state: 'waiting', event: { type: 'webhook.test' } });
    receiver.answerWith(500);
    await deliver();
    expect(receiver.received).toMatchObject([
      { event: { type: 'webhook.test', data: { webhook: { _id } } } },
    ]);
    expect(deliveriesOf(_id)).toMatchObject([{ id: delivery._id, state: 'failed', status: 500 }]);
    expect((await call('events')).events).toEqual([]);
    receiver.answerWith(200);
    const again = await post(`webhooks/${_id}/deliveries/${delivery._id}/redelivery`);
    expect([again.status, again.delivery.state]).toEqual([202, 'waiting']);
    await deliver();
    expect(receiver.ids()).toHaveLength(2);
    expect(deliveriesOf(_id)).toMatchObject([{ state: 'delivered', status: 200 }]);
  });

  it('belong to the account', async () => {
    const { _id } = await register();
    const { delivery } = await post(`webhooks/${_id}/test`);
    const { token } = await makeVerifier();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${delivery._id}/redelivery`],
    ] as const) {
      const options = method === 'GET' ? {} : { json: {} };
      expect(
        (await call(`webhooks/${_id}${path}`, { method, token, ...options })).status,
        `${method} ${path}`,
      ).toBe(404);
    }
    const other = await register();
    expect((await post(`webhooks/${other._id}/deliveries/${delivery._id}/redelivery`)).status).toBe(404);
  });

  it('let a token send itself only what it may read', async () => {
    const scopes = ['webhooks:write', 'payments:read'];
    const { token } = await post('tokens', { name: 'Hooks', scopes, password: PASSWORD });
    const make = (types: string[]) =>
      call('webhooks', { token: token.secret, json: { url: receiver.url, types } });
    expect(await make(['payment.paid', 'certificate.issued'])).toMatchObject({
      status: 403,
      code: 'scope_missing',
      scope: 'certificates:read',
    });
    expect((await make(['payment.paid'])).status).toBe(201);
    const { _id } = await register();
    const moved = await call(`webhooks/${_id}`, {
      method: 'PATCH',
      token: token.secret,
      json: { url: 'https://localhost:9/mine' },
    });
    expect([moved.status, moved.code]).toEqual([403, 'scope_missing']);
  });

  it('allow 20 webhooks, delete one with its deliveries, and page through the list', async () => {
    const ids = [];
    for (let count = 0; count < 20; count += 1) ids.push((await register())._id);
    const refused = await post('webhooks', { url: receiver.url, types: ALL });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['url']]);
    const first = await fetchApi('webhooks?limit=15', { token: issuer.token });
    expect(first.headers.get('link')).toContain('rel="next"');
    const { webhooks, nextCursor } = await first.json();
    const rest = (await call(`webhooks?limit=15&cursor=${nextCursor}`)).webhooks;
    expect([...webhooks, ...rest].map(({ _id }) => _id)).toEqual(ids.toReversed());
    await post(`webhooks/${ids[0]}/test`);
    expect((await call(`webhooks/${ids[0]}`, { method: 'DELETE' })).status).toBe(200);
    expect(sqlite().prepare('select count(*) from webhook_deliveries').pluck().get()).toBe(0);
    expect((await post('webhooks', { url: receiver.url, types: ALL })).status).toBe(201);
  });

  it('keep the events until a change for the types until then', async () => {
    const { _id } = await register();
    const { uniqueId } = await makeCertificate(issuer);
    await patch(`webhooks/${_id}`, { types: ['certificate.revoked'] });
    await makeCertificate(issuer);
    await revoke(uniqueId);
    await deliver();
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      'certificate.issued',
      'certificate.revoked',
    ]);
  });

  it('are recorded in the audit trail, without the path of the address', async () => {
    const { _id } = await register();
    await patch(`webhooks/${_id}`, { active: false });
    await post(`webhooks/${_id}/secret`);
    await call(`webhooks/${_id}`, { method: 'DELETE' });
    const rows = sqlite()
      .prepare("select act, after from audit_rows where object_kind = 'webhook'")
      .raw()
      .all() as string[][];
    expect(rows.map(([act]) => act)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.secret',
      'webhook.deleted',
    ]);
    expect(JSON.stringify(rows)).toContain('127.0.0.1');
    expect(JSON.stringify(rows)).not.toContain('hook"');
  });
});
