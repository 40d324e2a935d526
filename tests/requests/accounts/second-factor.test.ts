import { beforeEach, describe, expect, it } from 'vitest';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { googleLogin, redeemGoogleLogin } from '#app/accounts/google-login.server.ts';
import { SecondFactorRequired } from '#app/accounts/second-factor/challenges.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { CODE_LIFE_MS, codeOf as codeAt } from '#tests/support/authenticator.ts';
import {
  mailedToken,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { makeMember } from '#tests/support/members.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PATH = '/settings/second-factor';
const START = Date.parse('2026-11-24T12:00:00Z');

let at = START;
/** Moves to the next code of the app. A used code works only once. */
function nextCode() {
  at += CODE_LIFE_MS;
}

const codeOf = (secret: string, steps = 0) => codeAt(secret, at + steps * CODE_LIFE_MS);

const post = (form: Record<string, string>, { cookie }: Pick<Person, 'cookie'>) =>
  fetchPage(PATH, { cookie, form });

/** What the page offers to an app. */
async function offer({ cookie }: Pick<Person, 'cookie'>) {
  const html = await (await fetchPage(PATH, { cookie })).text();
  const secret = (/<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '');
  const setup = /name="setup" value="([\w-]+)"/.exec(html)?.[1] ?? '';
  return { secret, setup };
}

/** Switches the second factor on. */
async function switchOn(person: Pick<Person, 'cookie'>, password: string = PASSWORD) {
  const { secret, setup } = await offer(person);
  const answer = await post({ intent: 'on', setup, code: codeOf(secret), password }, person);
  const codes = [...(await answer.text()).matchAll(/>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){5})</g)].map(
    ([, code = '']) => code,
  );
  expect([answer.status, codes.length]).toEqual([200, 10]);
  nextCode();
  return { secret, codes };
}

type Body = Record<string, unknown> & { challenge: string };

async function call(path: string, json: unknown, address?: string) {
  const answer = await fetchApi(path, { json, address });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const logIn = (email: string, address?: string) =>
  call('users/login', { email, password: PASSWORD }, address);
const challengeFor = async (email: string) => (await logIn(email)).body.challenge;
const finish = (challenge: string, code: string, address?: string) =>
  call('users/login/second-factor', { challenge, code }, address);

let mara: Person;

beforeEach(async () => {
  at = START;
  setClock(() => at);
  mara = await makeVerifier({ name: 'Mara Osei', email: 'mara@osei.example' });
});

describe('a login over the API', () => {
  it('asks for a code after the right password, and takes each code and challenge once', async () => {
    const { secret } = await switchOn(mara);
    const needed = await logIn(mara.email);
    expect(needed).toEqual({
      status: 401,
      body: {
        success: false,
        message: 'Enter the code of your second factor.',
        code: 'second_factor_required',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery_code'],
      },
    });
    const { challenge } = needed.body;
    expect(await finish(challenge, '000000')).toMatchObject({ status: 401, body: { success: false } });
    const done = await finish(challenge, codeOf(secret).replace(/^.../, '$& '));
    expect(done).toMatchObject({
      status: 200,
      body: { success: true, message: 'Login successful!', user: { name: 'Mara Osei' } },
    });
    expect(done.body).not.toHaveProperty('isSuperAdmin');
    expect((await fetchApi('users/me', { token: String(done.body.token) })).status).toBe(200);
    expect(await finish(challenge, codeOf(secret, 1))).toMatchObject({
      status: 401,
      body: { code: 'challenge_ended' },
    });
    expect((await finish(await challengeFor(mara.email), codeOf(secret))).status).toBe(401);
    nextCode();
    // Keyboards of other scripts have other digits.
    const typed = codeOf(secret).replace(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    expect((await finish(await challengeFor(mara.email), typed)).status).toBe(200);
    // A wrong password says nothing of the second factor.
    const wrong = await call('users/login', { email: mara.email, password: 'not the right one' });
    expect(wrong.body).toEqual({ success: false, code: expect.any(String), message: 'Login failed.' });
  });

  it('does not take the code that added the app', async () => {
    const { secret, setup } = await offer(mara);
    const code = codeOf(secret);
    expect((await post({ intent: 'on', setup, code, password: PASSWORD }, mara)).status).toBe(200);
    expect((await finish(await challengeFor(mara.email), code)).status).toBe(401);
    nextCode();
    expect((await finish(await challengeFor(mara.email), codeOf(secret))).status).toBe(200);
  });

  it('allows for a clock that differs by one step, and no more', async () => {
    const { secret } = await switchOn(mara);
    nextCode();
    nextCode();
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const)
      expect([steps, (await finish(await challengeFor(mara.email), codeOf(secret, steps))).status]).toEqual([
        steps,
        status,
      ]);
  });

  it('takes one of two codes at once', async () => {
    const { secret, codes } = await switchOn(mara);
    for (const code of [codeOf(secret), codes[0] ?? '']) {
      const challenges = [await challengeFor(mara.email), await challengeFor(mara.email)];
      const answers = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
    const challenge = await challengeFor(mara.email);
    const twice = await Promise.all([finish(challenge, codes[1] ?? ''), finish(challenge, codes[2] ?? '')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('takes each recovery code once, tells the owner by mail, and counts what is left', async () => {
    const { codes } = await switchOn(mara);
    const [code = '', other = ''] = codes;
    expect((await finish(await challengeFor(mara.email), code.toLowerCase())).status).toBe(200);
    expect((await finish(await challengeFor(mara.email), code)).status).toBe(401);
    expect((await finish(await challengeFor(mara.email), other.replaceAll('-', ''))).status).toBe(200);
    expect(mailsTo(mara.email).at(-1)?.text).toContain('Recovery codes left: 8.');
    expect(await (await fetchPage(PATH, mara)).text()).toMatch(/You have (?:<!-- -->)?8/);
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    await switchOn(bob);
    expect((await finish(await challengeFor(bob.email), codes[3] ?? '')).status).toBe(401);
  });

  it('refuses other texts, and uses nothing up', async () => {
    await switchOn(mara);
    const challenge = await challengeFor(mara.email);
    for (const code of ['12345', '1234567', 'x'.repeat(70), '', 7, null])
      for (let again = 0; again < 2; again += 1)
        expect([code, (await call('users/login/second-factor', { challenge, code })).status]).toEqual([
          code,
          400,
        ]);
    expect((await finish(challenge, '000000')).status).toBe(401);
    for (const bad of ['', 'x', 'x'.repeat(43)]) expect((await finish(bad, '000000')).status).toBe(401);
  });

  it('ends after ten minutes', async () => {
    const { secret } = await switchOn(mara);
    const challenge = await challengeFor(mara.email);
    at += 10 * 60_000;
    expect((await finish(challenge, codeOf(secret))).body).toMatchObject({ code: 'challenge_ended' });
  });

  it('locks at the fifth wrong code, which a right password does not reset', async () => {
    const { secret } = await switchOn(mara);
    for (let n = 0; n < 4; n += 1) {
      expect((await finish(await challengeFor(mara.email), '000000')).status).toBe(401);
    }
    expect((await finish(await challengeFor(mara.email), '000000')).status).toBe(429);
    const challenge = await challengeFor(mara.email);
    expect((await finish(challenge, codeOf(secret))).status).toBe(429);
    // The lock is for one address.
    expect((await finish(challenge, codeOf(secret), '192.0.2.7')).status).toBe(200);
  });

  it('is the same for issuers and super admins', async () => {
    const issuer = await makeIssuer({ email: 'dean@northwind.example' });
    const { secret } = await switchOn(issuer);
    const first = await call('admin/login', { username: issuer.email, password: PASSWORD });
    expect(first.body.code).toBe('second_factor_required');
    const second = await finish(first.body.challenge, codeOf(secret));
    expect(second.body).toMatchObject({ success: true, isSuperAdmin: false, user: { role: 'admin' } });
    const root = await makeSuperAdmin();
    const app = await switchOn(root, SUPER_ADMIN_PASSWORDS[0]);
    const [password1, password2] = SUPER_ADMIN_PASSWORDS;
    const asked = await call('admin/login', { userId: root.name, password1, password2 });
    expect(asked).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    expect((await finish(asked.body.challenge, codeOf(app.secret))).body).toMatchObject({
      isSuperAdmin: true,
      user: { role: 'superadmin' },
    });
  });
});

describe('a login in a browser', () => {
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .filter((cookie) => !cookie.endsWith('='));
  const enter = (cookie = '', path = '/') =>
    fetchPage(path, { cookie, form: { email: mara.email, password: PASSWORD } });

  it('goes on to a page for the code, and then where it wanted', async () => {
    const { secret } = await switchOn(mara);
    const first = await enter('', '/?redirectTo=%2Fpayments');
    expect([first.status, first.headers.get('location')]).toEqual([
      302,
      '/second-factor?redirectTo=%2Fpayments',
    ]);
    expect(first.headers.get('set-cookie')).toMatch(/certrace_challenge=[^;]+;.*HttpOnly/);
    expect(first.headers.get('set-cookie')).not.toContain('certrace_session');
    const cookie = cookiesOf(first).join('; ');
    const path = first.headers.get('location') ?? '';
    expect((await fetchPage('/payments', { cookie })).status).toBe(302);
    expect(await (await fetchPage(path, { cookie })).text()).toContain('Do not ask again in this browser');
    const wrong = await fetchPage(path, { cookie, form: { code: '000000' } });
    const page = await wrong.text();
    expect([wrong.status, page.includes('This code is not valid.'), page.includes('value="000000"')]).toEqual(
      [401, true, false],
    );
    const done = await fetchPage(path, { cookie, form: { code: codeOf(secret) } });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/payments']);
    const session = cookiesOf(done).join('; ');
    expect((await fetchPage('/payments', { cookie: session })).status).toBe(200);
    const again = await fetchPage(path, { cookie, form: { code: codeOf(secret, 1) } });
    expect([again.status, again.headers.get('location')]).toEqual([302, '/?redirectTo=%2Fpayments']);
    expect((await fetchPage('/second-factor')).headers.get('location')).toBe('/');
  });

  it('is not asked again for 30 days in a browser that was trusted, until that ends', async () => {
    const { secret } = await switchOn(mara);
    const trust = async () => {
      const cookie = cookiesOf(await enter()).join('; ');
      nextCode();
      const form = { code: codeOf(secret), remember: 'on' };
      const done = await fetchPage('/second-factor', { cookie, form });
      return cookiesOf(done).find((set) => set.startsWith('certrace_trusted')) ?? '';
    };
    const asks = async (cookie: string) => {
      const answer = await enter(cookie);
      await answer.text();
      return answer.headers.get('location') === '/second-factor';
    };
    const trusted = await trust();
    expect([await asks(trusted), await asks(''), await asks(`${trusted}x`)]).toEqual([false, true, true]);
    // The cookie of another account's browser is of no use.
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    await switchOn(bob);
    const other = await fetchPage('/', { cookie: trusted, form: { email: bob.email, password: PASSWORD } });
    expect(other.headers.get('location')).toBe('/second-factor');
    const [device = ''] =
      /name="device" value="[^"]+"/.exec(await (await fetchPage(PATH, mara)).text()) ?? [];
    const id = device.slice(21, -1);
    expect((await post({ intent: 'forget', device: id }, bob)).status).toBe(404);
    expect(await asks(trusted)).toBe(false);
    expect((await post({ intent: 'forget', device: id }, mara)).status).toBe(200);
    expect(await asks(trusted)).toBe(true);
    const second = await trust();
    at += 30 * 86_400_000;
    expect(await asks(second)).toBe(true);
  });

  it('gets a cookie that the server made, whatever it sent, and keeps the trust of its other accounts', async () => {
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    const secrets = new Map([
      [mara, (await switchOn(mara)).secret],
      [bob, (await switchOn(bob)).secret],
    ]);
    const logInWith = (email: string, cookie: string) =>
      fetchPage('/', { cookie, form: { email, password: PASSWORD } });
    const trust = async (person: Person, sent: string) => {
      const cookie = [...cookiesOf(await logInWith(person.email, sent)), sent].join('; ');
      nextCode();
      const form = { code: codeOf(secrets.get(person) ?? ''), remember: 'on' };
      const done = await fetchPage('/second-factor', { cookie, form });
      return cookiesOf(done).find((set) => set.startsWith('certrace_trusted')) ?? '';
    };
    const asks = async ({ email }: Person, cookie: string) =>
      (await logInWith(email, cookie)).headers.get('location') === '/second-factor';
    const planted = `certrace_trusted=${'x'.repeat(43)}`;
    const first = await trust(mara, planted);
    expect([await asks(mara, planted), await asks(mara, first)]).toEqual([true, false]);
    // Somebody may have put it there, and have a copy.
    const both = await trust(bob, first);
    expect([await asks(mara, both), await asks(bob, both)]).toEqual([false, false]);
    expect([await asks(mara, first), await asks(bob, first)]).toEqual([true, true]);
  });

  it('asks again after the password was changed', async () => {
    const { secret } = await switchOn(mara);
    const cookie = cookiesOf(await enter()).join('; ');
    const done = await fetchPage('/second-factor', {
      cookie,
      form: { code: codeOf(secret), remember: 'on' },
    });
    const trusted = cookiesOf(done).find((set) => set.startsWith('certrace_trusted')) ?? '';
    const newPassword = 'grey-heron-over-fen';
    const form = { intent: 'password', currentPassword: PASSWORD, newPassword };
    expect((await fetchPage('/settings', { cookie: mara.cookie, form })).status).toBe(200);
    const again = await fetchPage('/', {
      cookie: trusted,
      form: { email: mara.email, password: newPassword },
    });
    expect(again.headers.get('location')).toBe('/second-factor');
  });

  it('asks after a Google login, too', async () => {
    await switchOn(mara);
    const profile = { sub: '1', email: mara.email, emailVerified: true };
    const client = { address: '127.0.0.1', userAgent: null };
    const { code } = googleLogin(profile, client, 'state');
    expect(() => redeemGoogleLogin(code, client)).toThrow(SecondFactorRequired);
    expect(() => redeemGoogleLogin(code, client)).toThrow('no longer valid');
  });
});

it('goes with the passwords of a super admin that the operator sets again', async () => {
  const root = await makeSuperAdmin();
  await switchOn(root, SUPER_ADMIN_PASSWORDS[0]);
  const [password1, password2] = SUPER_ADMIN_PASSWORDS;
  await createSuperAdmin({ id: root.name, password1, password2 }, { reset: true });
  expect((await call('admin/login', { userId: root.name, password1, password2 })).status).toBe(200);
});

describe('where the site requires it', () => {
  it('leads an account that has none to its page, and lets it do nothing else', async () => {
    const issuer = await makeIssuer({ email: 'dean@northwind.example' });
    testEnvironment({ REQUIRE_2FA: 'issuer' });
    const pages = async ({ cookie }: Person) => {
      const answers = [];
      for (const path of ['/dashboard', '/settings', '/admin/issued-certificates', '/my-certificates']) {
        const answer = await fetchPage(path, { cookie });
        await answer.text();
        answers.push(answer.headers.get('location') ?? answer.status);
      }
      return answers;
    };
    expect(await pages(issuer)).toEqual([PATH, PATH, PATH, 200]);
    expect(await (await fetchPage('/my-certificates', issuer)).text()).not.toContain('Everything issued to');
    expect(await (await fetchPage(PATH, issuer)).text()).toContain('Set it up to go on.');
    expect(
      (await fetchPage('/settings', { cookie: issuer.cookie, form: { intent: 'name', name: 'X' } })).status,
    ).toBe(302);
    const code = 'second_factor_setup_required';
    const refused = await fetchApi('users/me', { token: issuer.token });
    expect([refused.status, await refused.json()]).toMatchObject([403, { code }]);
    const login = await call('admin/login', { username: issuer.email, password: PASSWORD });
    expect(login).toMatchObject({ status: 403, body: { code } });
    // Verifiers need none.
    expect((await logIn(mara.email)).status).toBe(200);
    await switchOn(issuer);
    expect((await fetchPage('/dashboard', issuer)).status).toBe(200);
    expect((await fetchApi('users/me', { token: issuer.token })).status).toBe(200);
    expect((await post({ intent: 'off', password: PASSWORD }, issuer)).status).toBe(403);
  });

  it('asks for it from exactly those whom the setting names, on pages and in the API', async () => {
    const owner = await makeIssuer({ email: 'dean@northwind.example' });
    const member = await makeMember(owner, 'viewer');
    const root = await makeSuperAdmin();
    const people = { root, owner, member, verifier: mara };
    const asked = async (required: string) => {
      testEnvironment({ REQUIRE_2FA: required });
      const names = [];
      for (const [name, { cookie, token }] of Object.entries(people)) {
        const page = (await fetchPage('/settings', { cookie })).headers.get('location') === PATH;
        const api = await fetchApi('users/me', { token });
        const isRefused = (await api.json()).code === 'second_factor_setup_required';
        expect([name, required, isRefused]).toEqual([name, required, page]);
        if (page) names.push(name);
      }
      return names;
    };
    expect(await asked('none')).toEqual([]);
    expect(await asked('superadmin')).toEqual(['root']);
    expect(await asked('issuer')).toEqual(['root', 'owner', 'member']);
    expect(await asked('all')).toEqual(['root', 'owner', 'member', 'verifier']);
  });

  it('tells super admins of those without', async () => {
    const root = await makeSuperAdmin();
    const status = async () => (await fetchPage('/superadmin/status', root)).text();
    expect(await status()).toContain('Super admins without a second factor');
    await switchOn(root, SUPER_ADMIN_PASSWORDS[0]);
    expect(await status()).not.toContain('Super admins without a second factor');
    testEnvironment({ REQUIRE_2FA: 'all' });
    expect((await fetchPage('/services', mara)).headers.get('location')).toBe(PATH);
  });
});

describe('the page of the second factor', () => {
  it('switches it on with the code of the app and the password, and off with the password', async () => {
    const { secret, setup } = await offer(mara);
    const on = { intent: 'on', setup, code: codeOf(secret), password: PASSWORD };
    for (const bad of [
      { ...on, code: '000000' },
      { ...on, code: '' },
      { ...on, password: 'not the right one' },
      { ...on, setup: 'x' },
    ])
      expect((await post(bad, mara)).status).toBe(400);
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    expect((await post(on, bob)).status).toBe(400);
    expect((await logIn(mara.email)).status).toBe(200);
    const { codes } = await switchOn(mara);
    expect(subjectsTo(mara.email).at(-1)).toBe('Your second factor');
    expect((await post(on, mara)).status).toBe(409);
    const renewed = await post({ intent: 'codes', password: PASSWORD }, mara);
    const page = await renewed.text();
    expect([renewed.status, codes.some((code) => page.includes(code))]).toEqual([200, false]);
    expect((await finish(await challengeFor(mara.email), codes[0] ?? '')).status).toBe(401);
    expect((await post({ intent: 'off', password: 'not the right one' }, mara)).status).toBe(400);
    expect((await post({ intent: 'off', password: PASSWORD }, mara)).status).toBe(200);
    expect((await logIn(mara.email)).status).toBe(200);
    expect((await post({ intent: 'off', password: PASSWORD }, mara)).status).toBe(409);
    for (const table of ['authenticator_apps', 'recovery_codes', 'trusted_devices', 'login_challenges'])
      expect([table, sqlite().prepare(`select count(*) from ${table}`).pluck().get()]).toEqual([table, 0]);
  });

  it('ends an offer after half an hour', async () => {
    const { secret, setup } = await offer(mara);
    at += 30 * 60_000;
    const late = await post({ intent: 'on', setup, code: codeOf(secret), password: PASSWORD }, mara);
    expect([late.status, (await late.text()).includes('This page has expired.')]).toEqual([400, true]);
  });

  it('stores neither the secret nor codes in the clear', async () => {
    const { secret, codes } = await switchOn(mara);
    const stored = sqlite().serialize();
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored.includes(text)).toBe(false);
  });
});

describe('wrong codes after a right password', () => {
  const told = () =>
    subjectsTo(mara.email).filter((subject) => subject === 'Wrong codes after your password').length;
  const wrong = (challenge: string, n: number) => finish(challenge, '000000', `192.0.2.${n}`);

  it('are mailed to the owner once three belong to one login', async () => {
    await switchOn(mara);
    for (const challenge of [await challengeFor(mara.email), await challengeFor(mara.email)])
      for (const n of [1, 2]) await wrong(challenge, n);
    expect(told()).toBe(0);
    const challenge = await challengeFor(mara.email);
    for (const n of [3, 4, 5, 6]) await wrong(challenge, n);
    expect(told()).toBe(1);
  });

  it('end the password after 20 in a row, over any number of logins', async () => {
    const { secret } = await switchOn(mara);
    const enterWrong = async (count: number, from: number) => {
      let last = 0;
      for (let n = 0; n < count; n += 1)
        last = (await wrong((await logIn(mara.email, `192.0.2.${from + n}`)).body.challenge, from + n))
          .status;
      return last;
    };
    await enterWrong(19, 1);
    // A right code begins another row.
    expect((await finish(await challengeFor(mara.email), codeOf(secret), '192.0.2.99')).status).toBe(200);
    expect([await enterWrong(19, 100), await enterWrong(1, 120)]).toEqual([401, 403]);
    expect((await logIn(mara.email, '192.0.2.130')).status).toBe(401);
    nextCode();
    const [path = ''] =
      /users\/reset-password.*/.exec(`users/reset-password/${mailedToken(mara.email, 'reset-password')}`) ??
      [];
    const newPassword = 'a wholly new password';
    expect((await call(path, { newPassword })).status).toBe(403);
    expect((await call(path, { newPassword, code: codeOf(secret) })).status).toBe(200);
    expect((await call('users/login', { email: mara.email, password: newPassword })).body.code).toBe(
      'second_factor_required',
    );
  });
});
