import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { mailedToken, makeCertificate, makeIssuer, PASSWORD } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

const ADA = 'ada@people.example';
const OWN = 'a wholly new password';

const registration = { name: 'Ada', email: ADA, password: PASSWORD, role: 'individual' };

/** A browser that registered an address. */
async function registeredIn(values: Partial<typeof registration> = {}) {
  const browser = browserSession();
  await (await browser.fetch('/register', { form: { ...registration, ...values } })).text();
  return browser;
}

const link = () => `/verify/${mailedToken(ADA, 'verify')}`;
const account = () =>
  sqlite()
    .prepare('select name, role, email_verified_at is not null as verified from users where email = ?')
    .get(ADA);
const ADAS = { name: 'Ada', role: 'individual', verified: 0 };
const logIn = async (password: string) =>
  (await fetchApi('users/login', { json: { email: ADA, password } })).status;

it('asks for nothing in the browser that registered, and succeeds twice', async () => {
  const browser = await registeredIn();
  const page = await (await browser.fetch(link())).text();
  expect([page.includes('Verifying your email...'), page.includes('type="password"')]).toEqual([true, false]);
  expect(page).toMatch(/<noscript>.*<form [^>]*method="post".*Verify email.*<\/noscript>/);
  await browser.fetch(link(), { method: 'HEAD' });
  expect(account()).toEqual(ADAS);
  for (let time = 0; time < 2; time += 1) {
    const done = await browser.fetch(link(), { form: {} });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining('Email verified successfully!'),
    ]);
  }
  expect(account()).toEqual({ ...ADAS, verified: 1 });
  // Elsewhere, too: there is nothing left to confirm.
  expect((await fetchPage(link(), { form: {} })).status).toBe(200);
});

it('asks for the password of the registration in any other browser', async () => {
  await registeredIn();
  const page = await (await fetchPage(link())).text();
  expect([page.includes('Verifying your email...'), page.includes('I did not register')]).toEqual([
    false,
    true,
  ]);
  // A stranger's words would be those of this site.
  expect(page).not.toContain('Ada');
  const refused = [];
  const tries: Record<string, string>[] = [{}, { password: '' }, { password: 'not the right one' }];
  for (const form of tries) refused.push((await fetchPage(link(), { form })).status);
  expect([refused, account()]).toEqual([[400, 400, 400], ADAS]);
  const done = await fetchPage(link(), { form: { password: PASSWORD } });
  expect([done.status, account()]).toEqual([200, { ...ADAS, verified: 1 }]);
});

it('counts wrong passwords like failed logins', async () => {
  await registeredIn();
  const statuses = [];
  for (let n = 1; n <= 5; n += 1)
    statuses.push((await fetchPage(link(), { form: { password: `wrong number ${n}` } })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 429]);
  expect((await fetchPage(link(), { form: { password: PASSWORD } })).status).toBe(429);
  expect([await logIn(PASSWORD), account()]).toEqual([429, ADAS]);
});

it('gives the account to the owner of the mailbox, who did not register', async () => {
  await registeredIn({ name: 'Stranger University', role: 'admin' });
  const own = { name: 'Ada Lovelace', role: 'individual', password: OWN };
  const path = link();
  const short = await fetchPage(path, { form: { ...own, password: 'short' } });
  expect([short.status, (await short.text()).includes('value="Ada Lovelace"')]).toEqual([400, true]);
  const both = await Promise.all([fetchPage(path, { form: own }), fetchPage(path, { form: own })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.headers.get('set-cookie')).not.toContain('certrace_session');
  expect(account()).toEqual({ name: 'Ada Lovelace', role: 'individual', verified: 1 });
  expect([await logIn(PASSWORD), await logIn(OWN)]).toEqual([401, 200]);
  for (const table of ['organisations', 'issuer_name_skeletons'])
    expect(sqlite().prepare(`select count(*) from ${table}`).pluck().get()).toBe(0);
  // A link that has done its work gives the account to nobody.
  const late = await fetchPage(path, { form: { ...own, name: 'Late', password: 'another new password' } });
  expect([late.status, account()]).toEqual([200, expect.objectContaining({ name: 'Ada Lovelace' })]);
  expect(await logIn(OWN)).toBe(200);
});

it('binds a browser to its own registration, not to the address', async () => {
  await registeredIn({ name: 'Stranger' });
  const path = link();
  // The owner of the address registers as well, and gets the same answer.
  const owner = await registeredIn();
  expect(await (await owner.fetch(path)).text()).toContain('I did not register');
  expect([(await owner.fetch(path, { form: {} })).status, account()]).toEqual([
    400,
    { ...ADAS, name: 'Stranger' },
  ]);
  const forged = (await registeredIn({ email: 'other@people.example' })).cookies.get('certrace_registered');
  const cookie = `certrace_registered=${forged?.replace(/^[^.]*/, 'x')}`;
  expect((await fetchPage(path, { form: {}, cookie })).status).toBe(400);
});

it('says in no mail to an unconfirmed address that certificates wait for it', async () => {
  await makeCertificate(await makeIssuer(), { studentEmail: ADA, courseName: 'Logic' });
  const [issued] = mailsTo(ADA);
  await registeredIn();
  await fetchPage('/resend-verification', { form: { email: ADA } });
  const [, ...verification] = mailsTo(ADA);
  expect([issued !== undefined, verification.length]).toEqual([true, 2]);
  for (const { text, html } of verification) expect(text + html).not.toMatch(/certificates/i);
});
