import { beforeEach, describe, expect, it } from 'vitest';
import { sweepEmailChanges } from '#app/accounts/email-change/request-email-change.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { stopClock } from '#tests/support/clock.ts';
import {
  mailedToken,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { giveApp } from '#tests/support/own-second-factor.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const OLD = 'mara@osei.example';
const NEW = 'mara@new.example';
const NOT_YET = 'Your address was changed in the last seven days. After that time you can change it again.';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let advance: (ms: number) => void;
let mara: Person;

beforeEach(async () => {
  advance = stopClock();
  mara = await makeVerifier({ name: 'Mara Osei', email: OLD });
});

const ask = (email: string, by: Person = mara) =>
  fetchApi('users/me/email', { json: { email }, token: by.token });

/** The path of the newest link of a kind that was mailed to an address. */
const linkTo = (address: string, path: string) =>
  mailsTo(address)
    .map(({ text }) => new RegExp(`/${path}/[\\w-]{43}`).exec(text ?? '')?.[0])
    .filter(Boolean)
    .at(-1) ?? `/${path}/none`;

const confirm = (link: string, { cookie }: Pick<Person, 'cookie'> = mara) =>
  fetchPage(link, { cookie, form: {} });
const undo = (link: string) => fetchPage(link, { form: {} });

const emailOf = ({ id }: Person) =>
  sqlite().prepare('select email from users where id = ?').pluck().get(id) as string;

/** Changes the address of a person whose login is open. @returns the link that undoes it */
async function change(to: string, person: Person = mara) {
  const from = emailOf(person);
  await ask(to, person);
  expect((await confirm(linkTo(to, 'settings/email'), person)).status).toBe(302);
  return linkTo(from, 'undo-email-change');
}

const logIn = async (email: string, password = PASSWORD) =>
  (await fetchApi('users/login', { json: { email, password } })).status;

describe('a change of the email address', () => {
  it('is made by a button behind the link to the new address, and told to the old one', async () => {
    expect((await ask(NEW)).status).toBe(200);
    const link = linkTo(NEW, 'settings/email');
    const page = await fetchPage(link, mara);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(await (await fetchPage('/settings', mara)).text()).toContain(NEW);
    // Opening the link, as scanners of mails do, changes nothing.
    expect([emailOf(mara), subjectsTo(OLD).includes('Your email address was changed')]).toEqual([OLD, false]);
    // It needs the login of the account, and a new one leads back to it.
    const visitor = await fetchPage(link, { form: {} });
    expect(visitor.headers.get('location')).toMatch(/^\/(?:\?|$)/);
    const stranger = await makeVerifier();
    expect((await confirm(link, stranger)).status).toBe(403);
    expect(emailOf(mara)).toBe(OLD);
    const both = await Promise.all([confirm(link), confirm(link)]);
    expect(both.map(({ headers }) => headers.get('location'))).toEqual(['/settings', '/settings']);
    expect(emailOf(mara)).toBe(NEW);
    expect(mailsTo(OLD).filter(({ subject }) => subject === 'Your email address was changed')).toHaveLength(
      1,
    );
    expect([await logIn(NEW), await logIn(OLD)]).toEqual([200, 401]);
    // The session stays, and pages show the new address.
    expect(await (await fetchPage('/settings', mara)).text()).toContain(NEW);
    const acts = sqlite().prepare("select act, before, after from audit_rows where act like 'email.%'").all();
    expect(JSON.stringify(acts)).not.toMatch(/osei|new\.example/);
    expect(acts).toMatchObject([{ act: 'email.change_requested' }, { act: 'email.changed' }]);
  });

  it('asks for the password when the login is older than ten minutes', async () => {
    advance(10 * 60_000);
    const refused = await ask(NEW);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'password_required']);
    const post = (form: Record<string, string>) =>
      fetchPage('/settings', { cookie: mara.cookie, form: { intent: 'email', email: NEW, ...form } });
    expect((await post({})).status).toBe(403);
    expect((await post({ password: 'not the right one' })).status).toBe(400);
    expect(mailsTo(NEW)).toEqual([]);
    expect((await post({ password: PASSWORD })).status).toBe(200);
    expect(mailsTo(NEW)).toHaveLength(1);
  });

  it('is refused to super admins, for the present address and for tokens with names', async () => {
    expect((await ask(NEW, await makeSuperAdmin())).status).toBe(403);
    expect((await ask(OLD.toUpperCase())).status).toBe(400);
    expect((await ask('mara')).status).toBe(400);
    const made = await fetchApi('tokens', {
      token: mara.token,
      json: { name: 'x', scopes: ['payments:read'] },
    });
    const { token } = (await made.json()) as { token: { secret: string } };
    expect((await fetchApi('users/me/email', { token: token.secret, json: { email: NEW } })).status).toBe(
      403,
    );
    expect(mailsTo(NEW)).toEqual([]);
  });

  it('takes the newest of several links, each for a day', async () => {
    await ask('first@new.example');
    await ask(NEW);
    expect((await confirm(linkTo('first@new.example', 'settings/email'))).status).toBe(404);
    const link = linkTo(NEW, 'settings/email');
    advance(DAY_MS);
    const again = { ...mara, cookie: (await browserOf(OLD)).cookie };
    expect((await confirm(link, again)).status).toBe(404);
    expect(emailOf(mara)).toBe(OLD);
    advance(1);
    sweepEmailChanges(10);
    expect(sqlite().prepare('select count(*) from email_changes').pluck().get()).toBe(0);
  });

  it('gives an address to one account, whichever confirms first', async () => {
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    await ask(NEW);
    const maras = linkTo(NEW, 'settings/email');
    await ask(NEW, bob);
    const bobs = linkTo(NEW, 'settings/email');
    expect(bobs).not.toBe(maras);
    const both = await Promise.all([confirm(maras), confirm(bobs, bob)]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect([emailOf(mara), emailOf(bob)].filter((email) => email === NEW)).toHaveLength(1);
    const loser = both[0]?.status === 409 ? mara : bob;
    const html = await (await fetchPage(loser === mara ? maras : bobs, loser)).text();
    expect(html).toContain('belongs to another account by now');
  });

  it('does not tell whether an address is taken, and its owner is told by mail', async () => {
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    const taken = await ask(bob.email);
    const free = await ask(NEW);
    expect(await taken.text()).toBe(await free.text());
    expect(subjectsTo(bob.email).at(-1)).toBe('This address belongs to another Certrace account');
    expect(linkTo(bob.email, 'settings/email')).toBe('/settings/email/none');
  });

  it('takes an address from accounts that only asked for it, or added it', async () => {
    await fetchApi('users/register', {
      json: { name: 'Squatter', email: NEW, password: PASSWORD, role: 'individual' },
    });
    const squatter = mailedToken(NEW, 'verify');
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    sqlite().prepare('insert into account_addresses values (?, ?, 1)').run('other@new.example', bob.id);
    await change(NEW);
    expect((await fetchApi(`users/verify/${squatter}`)).status).toBe(400);
    expect(emailOf(mara)).toBe(NEW);
    const cora = await makeVerifier({ email: 'cora@osei.example' });
    await change('other@new.example', cora);
    expect(subjectsTo(bob.email).at(-1)).toBe('An address was removed from your account');
    expect(sqlite().prepare('select count(*) from account_addresses').pluck().get()).toBe(0);
  });

  it('lists the certificates of the new address instead of the old one', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer, { studentEmail: OLD, courseName: 'Old Logic' });
    await makeCertificate(issuer, { studentEmail: NEW, courseName: 'New Logic' });
    const list = async () => (await fetchApi('certificates/mine', mara)).text();
    expect(await list()).toContain('Old Logic');
    await change(NEW);
    expect(await list()).not.toContain('Old Logic');
    expect(await list()).toContain('New Logic');
    // The account can add its old address again, although it is kept for it.
    await fetchApi('users/me/addresses', { json: { email: OLD }, token: mara.token });
    const added = await fetchPage(linkTo(OLD, 'my-certificates/addresses'), {
      cookie: mara.cookie,
      form: {},
    });
    expect(added.status).toBe(302);
    expect(await list()).toContain('Old Logic');
  });
});

/** A browser that logs in with the present password. */
async function browserOf(email: string) {
  const browser = browserSession();
  await browser.fetch('/', { form: { email, password: PASSWORD } });
  return browser;
}

const setPassword = async () =>
  fetchApi(`users/reset-password/${mailedToken(OLD, 'reset-password')}`, {
    json: { newPassword: 'a wholly new password' },
  });

/** The token of a new login over the API. */
async function bearer() {
  const answer = await fetchApi('users/login', { json: { email: OLD, password: 'a wholly new password' } });
  return ((await answer.json()) as { token: string }).token;
}

/** A browser that logs in with the present password and the app. */
async function secondStep(secret: string) {
  const browser = await browserOf(OLD);
  await browser.fetch('/second-factor', { form: { code: codeOf(secret, now()) } });
  return browser;
}

describe('undoing it', () => {
  it('restores the old address and mails a link for the password', async () => {
    const link = await change(NEW);
    const thief = (await fetchPage('/settings', mara)).status;
    const page = await fetchPage(link);
    expect([thief, page.status, page.headers.get('referrer-policy')]).toEqual([200, 200, 'no-referrer']);
    expect(emailOf(mara)).toBe(NEW);
    const both = await Promise.all([undo(link), undo(link)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await both[0]?.text()).toContain('Your former address is back');
    expect(emailOf(mara)).toBe(OLD);
    expect((await fetchPage('/settings', mara)).status).toBe(302);
    expect((await fetchApi('users/me', mara)).status).toBe(401);
    expect(subjectsTo(OLD).filter((subject) => subject.startsWith('Your address is back'))).toHaveLength(1);
    const reset = await fetchApi(`users/reset-password/${mailedToken(OLD, 'reset-password')}`, {
      json: { newPassword: 'a wholly new password' },
    });
    expect(reset.status).toBe(200);
    expect(await logIn(NEW, 'a wholly new password')).toBe(401);
    // The link to the new address is dead, too.
    const browser = await browserOf(OLD);
    expect((await confirm(linkTo(NEW, 'settings/email'), browser)).status).not.toBe(200);
    expect(emailOf(mara)).toBe(OLD);
  });

  it('works for seven days, in which nobody else can have the address', async () => {
    const link = await change(NEW);
    const thief = await makeVerifier({ email: 'thief@evil.example' });
    await fetchApi('users/register', {
      json: { name: 'Thief', email: OLD, password: PASSWORD, role: 'individual' },
    });
    expect(sqlite().prepare('select count(*) from users where email = ?').pluck().get(OLD)).toBe(0);
    await ask(OLD, thief);
    await fetchApi('users/me/addresses', { json: { email: OLD }, token: thief.token });
    expect(linkTo(OLD, 'settings/email')).toBe('/settings/email/none');
    expect(linkTo(OLD, 'my-certificates/addresses')).toBe('/my-certificates/addresses/none');
    advance(7 * DAY_MS - 1);
    expect((await fetchPage(link)).status).toBe(200);
    advance(1);
    expect((await undo(link)).status).toBe(404);
    expect(emailOf(mara)).toBe(NEW);
    await fetchApi('users/register', {
      json: { name: 'Somebody', email: OLD, password: PASSWORD, role: 'individual' },
    });
    expect(sqlite().prepare('select count(*) from users where email = ?').pluck().get(OLD)).toBe(1);
  });

  it('leaves a change for seven days, in which there is no other one, also after it was undone', async () => {
    const link = await change(NEW);
    const again = await ask('third@new.example');
    expect([again.status, (await again.json()).message]).toEqual([409, NOT_YET]);
    advance(6 * DAY_MS);
    expect((await undo(link)).status).toBe(200);
    await setPassword();
    const token = await bearer();
    expect((await ask('third@new.example', { ...mara, token })).status).toBe(409);
    advance(7 * DAY_MS + 1);
    expect((await ask('third@new.example', { ...mara, token: await bearer() })).status).toBe(200);
  });

  it('closes every way in but the link that it mails', async () => {
    // What a stranger with an open session, and seven days, adds.
    const { codes } = await giveApp(mara);
    sqlite().prepare("update users set google_sub = 'thief' where id = ?").run(mara.id);
    const made = await fetchApi('tokens', {
      token: mara.token,
      json: { name: 'x', scopes: ['payments:read'] },
    });
    const { secret } = ((await made.json()) as { token: { secret: string } }).token;
    const trusting = await fetchApi('users/login', { json: { email: OLD, password: PASSWORD } });
    const { challenge } = (await trusting.json()) as { challenge: string };
    const link = await change(NEW);
    sqlite()
      .prepare('insert into account_deletions (user_id, requested_at, due_at) values (?, 1, 2)')
      .run(mara.id);
    expect((await undo(link)).status).toBe(200);
    expect(await logIn(OLD)).toBe(401);
    for (const token of [secret, mara.token])
      expect((await fetchApi('payments', { token })).status).toBe(401);
    const second = await fetchApi('users/login/second-factor', { json: { challenge, code: codes[0] } });
    expect(second.status).toBe(401);
    const left = [
      'passkeys',
      'authenticator_apps',
      'recovery_codes',
      'trusted_devices',
      'account_deletions',
      'sessions',
    ];
    for (const table of left)
      expect([table, sqlite().prepare(`select count(*) from ${table}`).pluck().get()]).toEqual([table, 0]);
    expect(sqlite().prepare('select google_sub from users where id = ?').pluck().get(mara.id)).toBeNull();
    await setPassword();
    expect(await logIn(OLD, 'a wholly new password')).toBe(200);
  });

  it('removes addresses and switches off webhooks from after the change, and says so', async () => {
    const own = { user: mara.id, at: now() - DAY_MS };
    const add = sqlite().prepare(
      'insert into account_addresses (address, user_id, proved_at) values (?, ?, ?)',
    );
    const hook = sqlite().prepare(
      "insert into webhooks (id, user_id, of_organisation, url, types, sealed_secret, queued_seq, created_at) values (?, ?, 0, 'https://x.example', '[]', '', 0, ?)",
    );
    add.run('own@old.example', own.user, own.at);
    hook.run('own', own.user, own.at);
    const link = await change(NEW);
    advance(1_000);
    add.run('thief@evil.example', own.user, now());
    hook.run('thief', own.user, now());
    expect((await undo(link)).status).toBe(200);
    const addresses = sqlite().prepare('select address from account_addresses where user_id = ?').pluck();
    expect(addresses.all(own.user)).toEqual(['own@old.example']);
    const on = sqlite().prepare('select id from webhooks where switched_off_at is null').pluck();
    expect(on.all()).toEqual(['own']);
    expect(
      mailsTo(OLD)
        .map(({ text }) => text ?? '')
        .join(),
    ).toContain('its new webhooks were switched off');
  });

  it('keeps a second factor of more than seven days, for which the link asks', async () => {
    const { secret, codes } = await giveApp(mara);
    advance(7 * DAY_MS + 1);
    const browser = { ...mara, cookie: (await secondStep(secret)).cookie };
    await fetchPage('/settings', { cookie: browser.cookie, form: { intent: 'email', email: NEW } });
    await confirm(linkTo(NEW, 'settings/email'), browser);
    advance(60_000);
    await undo(linkTo(OLD, 'undo-email-change'));
    const path = `/reset-password/${mailedToken(OLD, 'reset-password')}`;
    expect(await (await fetchPage(path)).text()).toContain('name="code"');
    const reset = (code?: string) =>
      fetchApi(`users${path}`, { json: { newPassword: 'a wholly new password', ...(code && { code }) } });
    const asked = await reset();
    expect([asked.status, (await asked.json()).code]).toEqual([403, 'code_required']);
    // The recovery codes may be a stranger's.
    for (const wrong of ['000000', codes[0]]) expect((await reset(wrong)).status).toBe(400);
    const page = await fetchPage(path, { form: { newPassword: 'a wholly new password', code: '000000' } });
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('This code is not valid'),
    ]);
    expect((await reset(codeOf(secret, now()))).status).toBe(200);
    expect(await logIn(OLD, 'a wholly new password')).toBe(401);
  });

  it('stores no link in the clear', async () => {
    testEnvironment({});
    const link = await change(NEW);
    const tokens = [link, linkTo(NEW, 'settings/email')].map((path) => path.split('/').at(-1) ?? '');
    for (const table of ['email_changes', 'outbox', 'audit_rows']) {
      const dump = JSON.stringify(sqlite().prepare(`select * from ${table}`).all());
      for (const token of tokens) expect(dump).not.toContain(token);
    }
  });
});
