import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dropKeptForm, keepForm, keptForm, sweepKeptForms } from '#app/accounts/kept-forms.server.ts';
import { switchOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { env } from '#app/config/env.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { newToken } from '#app/shared/ids.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';
import { join as joinOrganisation } from '#tests/support/members.ts';
import { testEnvironment } from '#tests/support/setup.ts';

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
    isLoggedOut: true,
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

describe('a form of an account that may not open its page any more', () => {
  const forOther = 'This page was made for Alder, and you act for Vera now. Nothing was done.';

  it('is kept for the account that it was shown to, when another role logs in', async () => {
    const [issuer, verifier] = [await makeIssuer({ name: 'Alder' }), await makeVerifier({ name: 'Vera' })];
    const form = await lateForm(issuer);
    const browser = browserSession();
    const headers = { cookie: verifier.cookie };
    const refused = await browser.fetch(PAGE, { form, headers });
    const asked = await refused.text();
    expect(refused.status).toBe(403);
    expect(asked).toContain(forOther);
    expect(asked).toContain('It is filled in again when you open this page as Alder.');
    expect(asked).toContain('Passwords, card data and codes must be entered again.');
    const login = `/admin-login/admincredentials?redirectTo=${encodeURIComponent(PAGE)}`;
    expect(asked).toMatch(new RegExp(`href="${login.replace('?', '\\?')}"[^>]*>(?:<[^>]*>)*Log in as Alder`));
    expect(count('certificates')).toBe(0);
    const page = await browser.fetch(PAGE, { headers: { cookie: `${browser.cookie}; ${verifier.cookie}` } });
    expect([page.status, (await page.text()).includes('Zoë')]).toEqual([403, false]);
    await logIn(browser, issuer);
    const html = await (await browser.fetch(PAGE)).text();
    expect(html).toContain('value="Zoë &lt;b&gt;"');
    expect(html).not.toContain('secret-of-alder');
    expect(count('certificates')).toBe(0);
  });

  it('stays on the page where a script posts it', async () => {
    const [issuer, verifier] = [await makeIssuer({ name: 'Alder' }), await makeVerifier({ name: 'Vera' })];
    const { cookie } = verifier;
    const form = await lateForm(issuer);
    const data = await fetchPage(`${PAGE}.data`, { cookie, form, headers: { accept: '*/*' } });
    expect([data.status, data.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await data.text()).toContain(forOther);
    const script = { accept: 'application/json' };
    const answer = await fetchPage(PAGE, { cookie, form, headers: script });
    expect(await answer.text()).toContain(forOther);
  });

  it('is kept for the organisation that it was shown for, when its member acts for none', async () => {
    const issuer = await makeIssuer({ name: 'Alder' });
    const member = await joinOrganisation(issuer, await makeVerifier({ name: 'Vera' }), 'issuer');
    switchOrganisation(member.browser, issuer.id);
    const form = await lateForm(member);
    switchOrganisation(member.browser, '');
    const browser = browserSession();
    const { cookie } = member;
    const asked = await (await browser.fetch(PAGE, { form, headers: { cookie } })).text();
    expect(asked).toContain(forOther);
    expect(asked).not.toContain('Log in as');
    switchOrganisation(member.browser, issuer.id);
    const page = await browser.fetch(PAGE, { headers: { cookie: `${browser.cookie}; ${cookie}` } });
    const html = await page.text();
    expect(html).toContain('value="Zoë &lt;b&gt;"');
    expect(html).toContain('What you entered is kept.');
    expect(html).not.toContain('You were logged out');
  });

  it('is kept where the page does not exist for the other account', async () => {
    const [issuer, other] = [await makeIssuer({ name: 'Alder' }), await makeIssuer({ name: 'Vera' })];
    const { uniqueId } = await makeCertificate(issuer);
    const path = `/admin/issued-certificates/${uniqueId}/replacement`;
    const shownFor = ownerIn(await (await fetchPage(path, { cookie: issuer.cookie })).text());
    const form = { ...(await lateForm(issuer)), shownFor };
    const browser = browserSession();
    const refused = await browser.fetch(path, { form, headers: { cookie: other.cookie } });
    expect([refused.status, (await refused.text()).includes(forOther)]).toEqual([404, true]);
    const page = await browser.fetch(path, { headers: { cookie: `${browser.cookie}; ${issuer.cookie}` } });
    expect(await page.text()).toContain('value="Zoë &lt;b&gt;"');
  });

  it('leads to the login of the account that it was shown to', async () => {
    const [issuer, verifier] = [await makeIssuer({ name: 'Vera' }), await makeVerifier({ name: 'Alder' })];
    const { uniqueId } = await makeCertificate(issuer, { studentEmail: verifier.email });
    const path = `/my-certificates/${uniqueId}`;
    const shownFor = ownerIn(await (await fetchPage(path, { cookie: verifier.cookie })).text());
    const refused = await fetchPage(path, { form: { shownFor, reason: 'Late' }, cookie: issuer.cookie });
    const asked = await refused.text();
    expect([refused.status, asked.includes(forOther)]).toEqual([404, true]);
    expect(asked).toContain(`href="/?redirectTo=${encodeURIComponent(path)}"`);
  });

  it('is kept for an account that has to set a second factor up first', async () => {
    const issuer = await makeIssuer({ name: 'Alder' });
    const form = await lateForm(issuer);
    const browser = browserSession();
    const { cookie } = issuer;
    testEnvironment({ REQUIRE_2FA: 'issuer' });
    const led = await browser.fetch(PAGE, { form, headers: { cookie } });
    expect(led.headers.get('location')).toBe('/settings/second-factor');
    expect(count('certificates')).toBe(0);
    testEnvironment({ REQUIRE_2FA: 'none' });
    const page = await browser.fetch(PAGE, { headers: { cookie: `${browser.cookie}; ${cookie}` } });
    const html = await page.text();
    expect(html).toContain('value="Zoë &lt;b&gt;"');
    expect(html).not.toContain('You were logged out');
  });

  it('of nobody, and of the account itself, are refused as ever', async () => {
    const verifier = await makeVerifier({ name: 'Vera' });
    const issuer = await makeIssuer({ name: 'Alder' });
    const { shownFor: _, ...unnamed } = await lateForm(issuer);
    const own = ownerIn(await (await fetchPage('/verify', { cookie: verifier.cookie })).text());
    for (const form of [unnamed, { ...unnamed, shownFor: own }]) {
      const answer = await fetchPage(PAGE, { cookie: verifier.cookie, form });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
      expect(await answer.text()).not.toContain('Alder');
    }
  });
});
