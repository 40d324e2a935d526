import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { issuerDecisions, users } from '#db/schema/accounts.ts';
import {
  certificateInput,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { foundOrganisations } from '#tests/support/organisations.ts';

it('approves, suspends and reinstates an issuer, recording and mailing each decision', async () => {
  const issuer = await makePendingIssuer({ name: 'Aurora Institute' });
  const root = await makeSuperAdmin();
  const issue = async () =>
    (await fetchApi('certs/issue', { json: certificateInput({ allowDuplicate: true }), token: issuer.token }))
      .status;
  const decide = (decision: string) =>
    fetchPage('/admin/update', { form: { issuerId: issuer.id, decision }, cookie: root.cookie });

  expect(await issue()).toBe(403);
  for (const [decision, text, status] of [
    ['approve', 'Aurora Institute was approved.', 201],
    ['suspend', 'Aurora Institute was suspended.', 403],
    ['reinstate', 'Aurora Institute was reinstated.', 201],
  ] as const) {
    const answer = await decide(decision);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(text);
    expect(await issue()).toBe(status);
    const again = await decide(decision);
    expect(again.status).toBe(409);
  }
  const rows = db().select().from(issuerDecisions).where(eq(issuerDecisions.userId, issuer.id)).all();
  expect(rows.map(({ decision, decidedBy }) => [decision, decidedBy])).toEqual([
    ['approved', root.id],
    ['suspended', root.id],
    ['reinstated', root.id],
  ]);
  expect(subjectsTo(issuer.email)).toEqual(
    expect.arrayContaining([
      'Your issuer account was approved',
      'Your issuer account was suspended',
      'Your issuer account was reinstated',
    ]),
  );
});

it('lists issuers by status and search, for super admins only', async () => {
  const pending = await makePendingIssuer({ name: 'Aurora 100% Institute' });
  await makePendingIssuer({ name: 'Lindqvist School' });
  const root = await makeSuperAdmin();
  const page = async (query: string) =>
    (await fetchPage(`/admin/update${query}`, { cookie: root.cookie })).text();
  expect(await page('')).toContain('Lindqvist School');
  expect(await page('?q=100%25')).toContain('Aurora 100% Institute');
  expect(await page('?q=100%25')).not.toContain('Lindqvist School');
  expect(await page('?status=suspended')).toContain('No issuers found');
  expect((await fetchPage('/admin/update', { cookie: pending.cookie })).status).toBe(403);
  const verifier = await makeVerifier();
  const tried = await fetchPage('/admin/update', {
    form: { issuerId: pending.id, decision: 'approve' },
    cookie: verifier.cookie,
  });
  expect(tried.status).toBe(403);
  expect(db().select().from(issuerDecisions).all()).toEqual([]);
});

it('tells pending issuers that they wait for approval', async () => {
  const { cookie } = await makePendingIssuer();
  const page = await (await fetchPage('/settings', { cookie })).text();
  expect(page).toContain('Your issuer account is waiting for approval.');
});

it('pages colleges by approved issuers only', async () => {
  const made = await makePendingIssuer({ name: 'College' });
  const account = db().select().from(users).where(eq(users.id, made.id)).get();
  if (!account) throw new Error('The issuer left no row');
  const { seq: _, ...row } = account;
  for (let index = 0; index < 90; index += 1) {
    const id = `college-${index}`;
    db()
      .insert(users)
      .values({ ...row, id, email: `${id}@example.org`, username: id })
      .run();
    // Every third one stays pending.
    if (index % 3 === 0) continue;
    db().insert(issuerDecisions).values({ userId: id, decision: 'approved', decidedAt: Date.now() }).run();
  }
  foundOrganisations();
  const { cookie } = await makeVerifier();
  const open = async (path: string) => (await fetchPage(path, { cookie })).text();
  const count = (html: string) => html.match(/<th scope="row"/g)?.length;
  const first = await open('/colleges');
  expect(count(first)).toBe(50);
  const cursor = /\?cursor=([\w-]+)/.exec(first)?.[1];
  expect(count(await open(`/colleges?cursor=${cursor}`))).toBe(10);
});
