import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { removeMember } from '#app/accounts/organisations/members.server.ts';
import { switchOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { waitingFor } from '#app/events/append-event.server.ts';
import { createWebhook, updateWebhook } from '#app/events/webhooks/change-webhook.server.ts';
import { createDispatcher } from '#app/events/webhooks/deliver-webhooks.server.ts';
import { createSender } from '#app/events/webhooks/send-webhook.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, PASSWORD, type Person, payFor } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { again, handOver, makeMember } from '#tests/support/members.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';

const TYPES = ['certificate.issued', 'payment.paid'];

let founder: Person;
let owner: Person;
beforeEach(async () => {
  testEnvironment({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  founder = await makeIssuer();
  owner = await makeMember(founder, 'issuer');
});

const call = async (path: string, token: string, json?: unknown) => {
  const answer = await fetchApi(path, { token, json });
  return { status: answer.status, ...(await answer.json()) };
};
const typesOf = async (token: string) =>
  (await call(`events?types=${TYPES}`, token)).events.map(({ type }: { type: string }) => type);

/** Gives the organisation another owner, who removes the account that registered it. That account logs in again. */
async function leave() {
  owner = await handOver(founder, owner);
  await removeMember(owner.browser, founder.id);
  const { token } = await call('users/login', '', { email: founder.email, password: PASSWORD });
  founder = { ...founder, token };
  founder = { ...founder, actor: again(founder).actor };
}

const payElsewhere = async () => payFor(founder, (await makeCertificate(await makeIssuer())).uniqueId);

describe('the feed', () => {
  it('has payments of the account that registered an organisation for that account alone', async () => {
    await makeCertificate(founder);
    await payElsewhere();
    expect([await typesOf(founder.token), await typesOf(owner.token)]).toEqual([TYPES, [TYPES[0]]]);
    await leave();
    await payElsewhere();
    await makeCertificate(owner);
    expect(await typesOf(founder.token)).toEqual([TYPES[1], TYPES[1]]);
    expect(await typesOf(owner.token)).toEqual([TYPES[0], TYPES[0]]);
  });

  it('ends for a member that is removed while it waits, also after a switch to another organisation', async () => {
    const waiting = call('events?wait=5', owner.token);
    await expect.poll(() => waitingFor(founder.id)).toBe(1);
    switchOrganisation(owner.actor, '');
    await removeMember(founder.browser, owner.id);
    await makeCertificate(founder);
    expect((await waiting).status).toBe(403);
  });
});

describe('an owner who has handed the organisation over while a request runs', () => {
  const url = 'https://127.0.0.1/hooks';
  let id: string;
  beforeEach(async () => {
    const { webhook } = await createWebhook(founder.actor, { url, types: ['batch.done'] });
    id = webhook.id;
  });
  it.each([
    ['makes no webhook', () => createWebhook(founder.actor, { url, types: ['batch.done'] })],
    ['changes no webhook', () => updateWebhook(founder.actor, id, { url: `${url}/new` })],
    [
      'makes no API token',
      () =>
        createApiToken(founder.browser, {
          name: 'Old',
          scopes: ['audit:read'],
          expiresAt: null,
          addresses: null,
        }),
    ],
  ])('%s', async (_, start) => {
    const started = start();
    sqlite().prepare("update memberships set role = 'issuer' where user_id = ?").run(founder.id);
    await expect(started).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('webhooks', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let sender: ReturnType<typeof createSender>;
  beforeEach(async () => {
    receiver = await startReceiver();
    sender = createSender({ ca: receiverCertificate().cert });
  });
  afterEach(async () => {
    await sender.close();
    await receiver.stop();
  });
  const deliver = () => createDispatcher(sender.send).deliverDue();
  const register = async (token: string) =>
    (await call('webhooks', token, { url: receiver.url, types: TYPES })).webhook._id as string;
  const sent = () => receiver.received.splice(0).map(({ event }) => [event.type, event.data !== null]);

  it('of an organisation stay with it, and get no payments of an account that left', async () => {
    const id = await register(founder.token);
    await makeCertificate(founder);
    await payElsewhere();
    await deliver();
    expect(sent()).toEqual([
      ['certificate.issued', true],
      ['payment.paid', true],
    ]);
    await leave();
    await payElsewhere();
    await makeCertificate(owner);
    await deliver();
    expect(sent()).toEqual([['certificate.issued', true]]);
    const { webhooks } = await call('webhooks', owner.token);
    expect(webhooks).toMatchObject([{ _id: id }]);
    // What was sent before cannot be read with another send.
    const { deliveries } = await call(`webhooks/${id}/deliveries`, owner.token);
    const paid = deliveries.find(({ event }: { event: { type: string } }) => event.type === 'payment.paid');
    await call(`webhooks/${id}/deliveries/${paid._id}/redelivery`, owner.token, {});
    await deliver();
    expect(sent()).toEqual([['payment.paid', false]]);
  });

  it('of an account that left are its own', async () => {
    await leave();
    const id = await register(founder.token);
    await makeCertificate(owner);
    await payElsewhere();
    await deliver();
    expect(sent()).toEqual([['payment.paid', true]]);
    expect((await call('webhooks', founder.token)).webhooks).toMatchObject([{ _id: id }]);
    expect((await call('webhooks', owner.token)).webhooks).toEqual([]);
    expect((await call(`webhooks/${id}`, owner.token)).status).toBe(404);
  });

  it('of an organisation end when it is closed', async () => {
    await register(founder.token);
    await makeCertificate(founder);
    await call('members/closing', founder.token, {});
    await deliver();
    expect(sent()).toEqual([]);
  });
});
