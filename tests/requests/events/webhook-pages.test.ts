import { beforeEach, expect, it } from 'vitest';
import { createDispatcher } from '#app/events/webhooks/deliver-webhooks.server.ts';
import { listDeliveries } from '#app/events/webhooks/deliveries.server.ts';
import type { Send } from '#app/events/webhooks/send-webhook.server.ts';
import { listWebhooks } from '#app/events/webhooks/webhook.server.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const LIST = '/settings/webhooks';
const URL_8 = 'https://8.8.8.8/hooks?key=1&b=2';

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

async function submit(path: string, form: Record<string, string> | URLSearchParams, person = issuer) {
  const answer = await fetchPage(path, { cookie: person.cookie, form });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}
const read = async (path: string, person = issuer) =>
  (await fetchPage(path, { cookie: person.cookie })).text();
const own = () => listWebhooks(issuer.actor, { limit: 50 }).webhooks;

async function create() {
  const form = new URLSearchParams({ intent: 'create', url: URL_8 });
  form.append('types', 'certificate.issued');
  form.append('types', 'batch.done');
  const answer = await submit(LIST, form);
  return { answer, id: own()[0]?.id ?? '' };
}

it('the page of webhooks makes one and shows its secret once', async () => {
  const { answer, id } = await create();
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/<code class="secret">whsec_[A-Za-z0-9+/]{43}=<\/code>/);
  expect(own()).toMatchObject([{ url: URL_8, types: ['certificate.issued', 'batch.done'], active: true }]);
  const page = await read(LIST);
  expect(page).toContain('https://8.8.8.8/hooks?key=1&amp;b=2');
  expect(page).toContain(`href="${LIST}/${id}"`);
  expect(page).not.toContain('whsec_');
  expect(await read('/settings')).toContain(`href="${LIST}"`);
});

it('the page keeps what was entered beside an error', async () => {
  const none = await submit(LIST, { intent: 'create', url: 'https://example.org/a' });
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining('Choose at least one type of events.'),
  ]);
  expect(none.text).toContain('value="https://example.org/a"');
  const inner = await submit(LIST, { intent: 'create', url: 'https://10.0.0.1/', types: 'batch.done' });
  expect([inner.status, inner.text]).toEqual([
    400,
    expect.stringContaining('must not lead to a private address'),
  ]);
  expect(inner.text).toMatch(
    /<input[^>]*checked=""[^>]*value="batch.done"|value="batch.done"[^>]*checked=""/,
  );
  expect(own()).toEqual([]);
});

it('a verifier is offered the types that it has', async () => {
  const page = await read(LIST, await makeVerifier());
  expect(page).toContain('value="payment.paid"');
  expect(page).not.toContain('value="certificate.issued"');
});

it('the page of a webhook changes, tests, switches, renews and deletes it', async () => {
  const { id } = await create();
  const path = `${LIST}/${id}`;
  const sent: string[] = [];
  let status = 500;
  const send: Send = async ({ body }) => {
    sent.push(JSON.parse(body).type);
    return status;
  };
  expect((await submit(path, { intent: 'save', url: 'https://8.8.4.4/', types: 'batch.done' })).status).toBe(
    200,
  );
  expect(own()).toMatchObject([{ url: 'https://8.8.4.4/', types: ['batch.done'] }]);
  expect((await submit(path, { intent: 'test' })).text).toContain('A test event is being sent.');
  await createDispatcher(send).deliverDue();
  const page = await read(path);
  expect(page).toContain('Given up');
  expect(page).toContain('last answer 500');
  expect(page).toContain('Failing since');
  const [delivery] = listDeliveries(issuer.actor, id, { limit: 1 }).deliveries;
  status = 200;
  expect((await submit(path, { intent: 'redeliver', deliveryId: delivery?.id ?? '' })).status).toBe(200);
  await createDispatcher(send).deliverDue();
  expect(sent).toEqual(['webhook.test', 'webhook.test']);
  expect(await read(path)).toContain('Delivered');
  expect((await submit(path, { intent: 'secret' })).text).toMatch(/<code class="secret">whsec_/);
  expect((await submit(path, { intent: 'off' })).text).toContain('This webhook is off');
  expect((await submit(path, { intent: 'test' })).status).toBe(409);
  expect((await submit(path, { intent: 'on' })).text).not.toContain('This webhook is off');
  expect(await submit(path, { intent: 'delete' })).toMatchObject({ status: 302, to: LIST });
  expect(own()).toEqual([]);
});

it('the page of a webhook belongs to its owner', async () => {
  const { id } = await create();
  const other = await makeIssuer();
  for (const intent of ['test', 'secret', 'off', 'delete'])
    expect((await submit(`${LIST}/${id}`, { intent }, other)).status).toBe(404);
  expect(own()).toHaveLength(1);
});
