import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutResets } from '#app/accounts/second-factor/resets.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { CODE_LIFE_MS, codeOf } from '#tests/support/authenticator.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, PASSWORD, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { giveApp } from '#tests/support/own-second-factor.ts';

const HOUR_MS = 3_600_000;
const REASON = 'The phone was stolen, <b>ID</b> checked';

let advance: (ms: number) => void;
let office: Person;
let officeApp: Awaited<ReturnType<typeof giveApp>>;
let mara: Person;

beforeEach(async () => {
  advance = stopClock();
  office = await makeSuperAdmin();
  officeApp = await giveApp(office);
  mara = await makeVerifier({ name: 'Mara Osei', email: 'mara@osei.example' });
  await giveApp(mara);
});

/** The next code of the super admin's app, or a recovery code, which depends on no clock. */
const nextCode = () => officeApp.codes.pop() ?? '';

type Body = { success: boolean; message: string; code?: string };
async function reset(id: string, json: object, token = office.token) {
  const answer = await fetchApi(`accounts/${id}/second-factor-reset`, { json, token });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const request = (id = mara.id) => reset(id, { reason: REASON, code: nextCode() });

const linkOf = (email: string) =>
  /\/second-factor-reset\/[\w-]{43}/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';

const needsCode = async ({ email }: Person) => {
  const answer = await fetchApi('users/login', { json: { email, password: PASSWORD } });
  return answer.status === 401;
};

describe('a reset by a super admin', () => {
  it('is announced with its reason, and takes effect after 24 hours and not before', async () => {
    const { status, body } = await request();
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        message: 'The second factor of Mara Osei goes in 24 hours, unless its owner objects.',
      },
    ]);
    const mail = mailsTo(mara.email).at(-1);
    expect([mail?.subject, mail?.text?.includes(REASON)]).toEqual([
      'Your second factor will be removed',
      true,
    ]);
    advance(24 * HOUR_MS - 1);
    carryOutResets();
    expect(await needsCode(mara)).toBe(true);
    advance(1);
    carryOutResets();
    carryOutResets();
    expect(await needsCode(mara)).toBe(false);
    expect(mailsTo(mara.email).filter(({ text }) => text?.includes('as announced'))).toHaveLength(1);
    expect((await fetchPage(linkOf(mara.email) || '/second-factor-reset/x')).status).toBe(404);
    const acts = sqlite()
      .prepare("select act, actor_kind from audit_rows where act like 'second_factor.reset%' order by seq")
      .all();
    expect(acts).toEqual([
      { act: 'second_factor.reset_requested', actor_kind: 'apiToken' },
      { act: 'second_factor.reset', actor_kind: 'system' },
    ]);
  });

  it('is stopped by its owner, with a button that the link leads to', async () => {
    await request();
    const link = linkOf(mara.email);
    const page = await fetchPage(link);
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      200,
      'private, no-store',
      'no-referrer',
    ]);
    expect(html).toContain('&lt;b&gt;ID&lt;/b&gt;');
    // Opening the link, as scanners of mails do, changes nothing.
    expect((await request()).status).toBe(409);
    const objected = await Promise.all([1, 2].map(() => fetchPage(link, { form: {} })));
    expect(objected.map(({ status }) => status)).toEqual([200, 200]);
    expect(await objected[0]?.text()).toContain('Your second factor stays as it is.');
    advance(25 * HOUR_MS);
    carryOutResets();
    expect(await needsCode(mara)).toBe(true);
    // It can be requested again.
    office = await makeSuperAdmin();
    officeApp = await giveApp(office);
    expect((await request()).status).toBe(201);
  });

  it('is too late to stop once its time has come', async () => {
    await request();
    const link = linkOf(mara.email);
    advance(24 * HOUR_MS);
    expect((await fetchPage(link, { form: {} })).status).toBe(404);
    carryOutResets();
    expect(await needsCode(mara)).toBe(false);
    expect((await fetchPage('/second-factor-reset/wrong', { form: {} })).status).toBe(404);
  });

  it('goes through once of two at once', async () => {
    const both = await Promise.all([request(), request()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('needs a super admin who has a second factor and gives it', async () => {
    expect((await reset(mara.id, { reason: REASON }, mara.token)).status).toBe(403);
    const withoutOwn = await makeSuperAdmin();
    expect(await reset(mara.id, { reason: REASON }, withoutOwn.token)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_setup_required' },
    });
    expect(await reset(mara.id, { reason: REASON })).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    });
    expect((await reset(mara.id, { code: nextCode() })).status).toBe(400);
    expect((await reset(mara.id, { reason: REASON, code: '12345' })).status).toBe(400);
    // Five wrong codes lock it, so that a stolen session cannot guess.
    for (let n = 0; n < 4; n += 1)
      expect((await reset(mara.id, { reason: REASON, code: '000000' })).status).toBe(400);
    expect((await reset(mara.id, { reason: REASON, code: '000000' })).status).toBe(429);
    expect((await reset(mara.id, { reason: REASON, code: nextCode() })).status).toBe(429);
    expect(await needsCode(mara)).toBe(true);
    expect(linkOf(mara.email)).toBe('');
    for (let n = 0; n < 4; n += 1) {
      // A super admin's login ends after half an hour without a request.
      advance(HOUR_MS / 3);
      expect((await fetchApi('users/me', office)).status).toBe(200);
    }
    expect((await request()).status).toBe(201);
    // The code counts for ten minutes.
    const bob = await makeVerifier();
    await giveApp(bob);
    expect((await reset(bob.id, { reason: REASON })).status).toBe(201);
    const scoped = await fetchApi('tokens', {
      token: office.token,
      json: { name: 'x', scopes: ['courses:read'] },
    });
    const { token } = (await scoped.json()) as { token: { secret: string } };
    expect((await reset(mara.id, { reason: REASON }, token.secret)).status).toBe(403);
  });

  it('is refused for accounts without a second factor, unknown ones and super admins', async () => {
    const bob = await makeVerifier();
    expect((await request(bob.id)).status).toBe(409);
    expect((await request('none')).status).toBe(404);
    expect((await request(office.id)).status).toBe(409);
  });
});

describe('the pages', () => {
  it('list accounts and issuers with a search, and lead to the form that asks for the reason', async () => {
    const aurora = await makeIssuer({ name: 'Aurora Institute', email: 'office@aurora.example' });
    await giveApp(aurora);
    const read = async (path: string) => (await fetchPage(path, office)).text();
    const accounts = await read('/superadmin/accounts?q=OSEI');
    const link = `/superadmin/accounts/${mara.id}/second-factor-reset?q=OSEI`;
    expect(accounts).toContain(link);
    expect(accounts).not.toContain('Aurora');
    expect(await read('/superadmin/accounts?q=nobody')).toContain('No accounts found');
    const issuers = `/superadmin/accounts/${aurora.id}/second-factor-reset?q=aurora`;
    expect(await read('/admin/update?q=aurora')).toContain(issuers);
    expect(await read(link)).toContain('Code of your own second factor');
    const post = (path: string, form: Record<string, string>) =>
      fetchPage(path, { cookie: office.cookie, form });
    expect((await post(link, { reason: '', code: nextCode() })).status).toBe(400);
    expect((await post(link, { reason: REASON })).status).toBe(403);
    advance(CODE_LIFE_MS);
    const done = await post(link, { reason: REASON, code: codeOf(officeApp.secret, now()) });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/superadmin/accounts?q=OSEI']);
    // Within ten minutes the second factor is not asked for again.
    expect(await read(issuers)).not.toContain('Code of your own second factor');
    expect((await post(issuers, { reason: REASON })).headers.get('location')).toBe('/admin/update?q=aurora');
    expect(await read('/superadmin/accounts')).toContain('unless the owner objects');
    expect(await read(link)).toContain('was requested already');
  });
});
