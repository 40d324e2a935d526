import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropKeptForm, keepForm, keptForm, sweepKeptForms } from '#app/accounts/kept-forms.server.ts';
import { env } from '#app/config/env.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { sqlite } from '#db/client.ts';
import { certificateInput, makeIssuer, PASSWORD, type Person } from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';

const PAGE = '/admin/issue-certificate';
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
const folder = () => join(env().UPLOADS_DIR, '.kept-forms');
const files = () => readdirSync(folder());
const endSessions = () => sqlite().prepare('delete from sessions').run();
const ownerIn = (html: string) => /name="shownFor" value="([^"]*)"/.exec(html)?.[1] ?? '';
const lateForm = async ({ cookie }: Person) => ({
  ...(certificateInput({ studentName: 'Zoë <b>', expiryDate: '2031-01-31' }) as Record<string, string>),
  shownFor: ownerIn(await (await fetchPage(PAGE, { cookie })).text()),
  password: 'secret-of-alder',
});
const logIn = async (browser: ReturnType<typeof browserSession>, { email }: Person) => {
  const login = `/admin-login/admincredentials?redirectTo=${encodeURIComponent(PAGE)}`;
  const form = { email, username: email, password: PASSWORD };
  return await (await browser.fetch(login, { form })).text();
};

it('a form that is posted after its session has ended is filled in after the login, until it is posted again', async () => {
  const issuer = await makeIssuer();
  const form = await lateForm(issuer);
  endSessions();
  const browser = browserSession();
  const refused = await browser.fetch(PAGE, { form, headers: { cookie: issuer.cookie } });
  expect(refused.headers.get('location')).toBe(
    `/admin-login/admincredentials?redirectTo=${encodeURIComponent(PAGE)}`,
  );
  expect(count('certificates')).toBe(0);
  expect(files()).toHaveLength(1);
  const bytes = readFileSync(join(folder(), files()[0] ?? '')).toString('latin1');
  expect(bytes).not.toContain('students.example');
  expect(await logIn(browser, issuer)).toContain(encodeURI(PAGE));
  const html = await (await browser.fetch(PAGE)).text();
  expect(html).toContain('You were logged out. Nothing was lost.');
  expect(html).toContain('value="Zoë &lt;b&gt;"');
  expect(html).toContain('value="2031-01-31"');
  expect(html).not.toContain('secret-of-alder');
  expect(count('certificates')).toBe(0);
  const again = await browser.fetch(PAGE, { form: { ...form, shownFor: ownerIn(html) } });
  expect(again.status).toBe(200);
  expect(count('certificates')).toBe(1);
  expect(await (await browser.fetch(PAGE)).text()).not.toContain('Nothing was lost');
});

it('is not shown to another account, to another browser or after an hour', async () => {
  const [issuer, other] = [await makeIssuer(), await makeIssuer()];
  const form = await lateForm(issuer);
  sqlite().prepare('delete from sessions where user_id = ?').run(issuer.id);
  const browser = browserSession();
  await browser.fetch(PAGE, { form });
  await logIn(browser, other);
  expect(await (await browser.fetch(PAGE)).text()).not.toContain('Zoë');
  const elsewhere = browserSession();
  await logIn(elsewhere, issuer);
  expect(await (await elsewhere.fetch(PAGE)).text()).not.toContain('Zoë');
  setClock(() => Date.now() + 3_600_001);
  expect(sweepKeptForms(10)).toBe(1);
  expect(files()).toEqual([]);
});

it('is kept only if it names an account, and at most five for a browser', async () => {
  const issuer = await makeIssuer();
  const { shownFor, ...unnamed } = await lateForm(issuer);
  endSessions();
  for (const form of [unnamed, { ...unnamed, shownFor: `${shownFor.slice(0, -2)}xx` }]) {
    const answer = await fetchPage(PAGE, { form });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('certrace_kept');
  }
  const [key, other] = [newToken(), newToken()];
  const text = {
    owner: shownFor,
    fields: [['text', 'long']] as [string, string][],
    hasFiles: false,
    hasSecrets: false,
  };
  await keepForm(other, '/0', text);
  for (let number = 0; number < 7; number += 1) {
    setClock(() => 1_800_000_000_000 + number);
    await keepForm(key, `/${number}`, text);
  }
  const found = await Promise.all([0, 1, 2, 6].map((number) => keptForm(key, `/${number}`)));
  expect(found.map((form) => form !== null)).toEqual([false, false, true, true]);
  expect(await keptForm(other, '/6')).toBeNull();
  await dropKeptForm(key, '/6');
  expect(await keptForm(key, '/6')).toBeNull();
});
