import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { supportMessages } from '#db/schema/operations.ts';
import { makeSuperAdmin, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'Notes on the engine',
  message: 'First line\r\nSecond: 1 < 2 & more',
};

it.each(['contact', 'support'] as const)(
  '/%s stores a message and mails it to SUPPORT_EMAIL with Reply-To',
  async (topic) => {
    const answer = await fetchPage(`/${topic}`, { form: MESSAGE });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Your message was sent.');
    expect(db().select().from(supportMessages).all()).toMatchObject([
      { topic, name: 'Ada Lovelace', body: 'First line\nSecond: 1 < 2 & more', handledAt: null },
    ]);
    const [mail] = db().select().from(outbox).all();
    expect(mail).toMatchObject({ toAddress: 'support@certrace.example', replyTo: 'ada@example.org' });
  },
);

it('names invalid fields and keeps the input', async () => {
  const answer = await fetchPage('/contact', { form: { ...MESSAGE, email: 'nowhere', message: '' } });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain('value="Notes on the engine"');
  expect(page).toContain('Email must be a valid email address.');
  expect(page).toContain('Message is required.');
  expect(db().select().from(supportMessages).all()).toEqual([]);
});

it('limits a person to five messages an hour, and the visitors of a client address to sixty', async () => {
  const { cookie } = await makeVerifier();
  const send = (path: string, more = {}) => fetchPage(path, { form: MESSAGE, ...more });
  const from = (n: number) => ({ form: { ...MESSAGE, email: `visitor${Math.floor(n / 5)}@example.org` } });
  for (let n = 0; n < 60; n += 1) {
    expect((await send('/contact', from(n))).status).toBe(200);
    if (n === 4) expect((await send('/contact', from(0))).status).toBe(429);
  }
  expect((await send('/contact', from(60))).status).toBe(429);
  for (let n = 0; n < 5; n += 1) expect((await send('/contact', { cookie })).status).toBe(200);
  const sixth = await send('/support', { cookie });
  expect(sixth.status).toBe(429);
  expect(await sixth.text()).toContain('Notes on the engine');
});

it('lists messages to super admins, who mark them as handled', async () => {
  await fetchPage('/contact', { form: MESSAGE });
  const [message] = db().select().from(supportMessages).all();
  const root = await makeSuperAdmin();
  const list = (query = '') => fetchPage(`/admin/support${query}`, { cookie: root.cookie });
  // In the direction of its own script.
  expect(await (await list()).text()).toMatch(/<p dir="auto"[^>]*>First line\nSecond: 1 &lt; 2 &amp; more/);
  const form = { messageId: message?.id ?? '', mark: 'handled' };
  expect((await fetchPage('/admin/support', { form, cookie: root.cookie })).status).toBe(200);
  expect(await (await list()).text()).not.toContain('Notes on the engine');
  expect(await (await list('?show=handled')).text()).toContain(`Handled by ${root.name}`);
  const { cookie } = await makeVerifier();
  expect((await fetchPage('/admin/support', { cookie })).status).toBe(403);
  expect((await fetchPage('/admin/support', { form: { ...form, mark: 'open' }, cookie })).status).toBe(403);
});
