import { beforeEach, describe, expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { CODE_LIFE_MS, codeOf } from '#tests/support/authenticator.ts';
import {
  mailedToken,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { SoftPasskey } from '#tests/support/passkey.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PAGE = '/settings/second-factor';
const MINUTE_MS = 60_000;

let at = Date.parse('2026-11-25T12:00:00Z');
let mara: Person;

beforeEach(async () => {
  at = Date.parse('2026-11-25T12:00:00Z');
  setClock(() => at);
  mara = await makeVerifier({ name: 'Mara Osei', email: 'mara@osei.example' });
});

type Cookie = { cookie?: string };
type Options = { challenge: string; userVerification?: string; allowCredentials?: { id: string }[] };

const ask = (purpose: string, { cookie }: Cookie = {}) =>
  fetchPage('/passkeys/options', { form: { purpose }, ...(cookie && { cookie }) });

async function optionsFor(purpose: string, by: Cookie = {}): Promise<Options> {
  const response = await ask(purpose, by);
  const { create, get } = (await response.json()) as { create?: Options; get?: Options };
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (create ?? get) as Options;
}

const challengeFor = async (purpose: string, by: Cookie = {}) => (await optionsFor(purpose, by)).challenge;

const post = (form: Record<string, string>, { cookie }: Cookie) =>
  fetchPage(PAGE, { form, ...(cookie && { cookie }) });

async function add(person: Person, passkey = new SoftPasskey(), name = 'Phone') {
  const challenge = await challengeFor('add', person);
  const answer = await post({ intent: 'passkey', name, passkey: passkey.create({ challenge }) }, person);
  const html = await answer.text();
  expect([answer.status, /class="alert" data-tone="error"/.test(html)]).toEqual([200, false]);
  const codes = [...html.matchAll(/>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){5})</g)].map(([, code = '']) => code);
  return { passkey, codes };
}

const rows = () =>
  sqlite().prepare('select name, counter, last_used_at from passkeys order by id').all() as {
    name: string;
    counter: number;
    last_used_at: number | null;
  }[];

/** A browser whose login waits for the second factor. */
async function atSecondStep(email = mara.email) {
  const browser = browserSession();
  const answer = await browser.fetch('/', { form: { email, password: PASSWORD } });
  expect(answer.headers.get('location')).toBe('/second-factor');
  return browser;
}

async function logIn(passkey: SoftPasskey, say: Partial<Parameters<SoftPasskey['use']>[0]> = {}) {
  const challenge = await challengeFor('login');
  return fetchPage('/passkey-login', { form: { passkey: passkey.use({ challenge, ...say }) } });
}

/** A browser that logged in with a passkey. */
async function loggedInWith(passkey: SoftPasskey) {
  const browser = browserSession();
  const challenge = await challengeFor('login');
  await browser.fetch('/passkey-login', { form: { passkey: passkey.use({ challenge }) } });
  return browser;
}

describe('adding a passkey', () => {
  it('keeps several with names and their last use, gives recovery codes once, and mails the owner', async () => {
    const { passkey, codes } = await add(mara);
    expect(codes).toHaveLength(10);
    expect(mailsTo(mara.email).at(-1)?.text).toContain('A second factor was switched on');
    at += 1_000;
    expect((await add(mara, new SoftPasskey(), 'Key <b>')).codes).toEqual([]);
    expect(mailsTo(mara.email).at(-1)?.text).toContain('A passkey was added');
    at += 86_400_000;
    expect((await logIn(passkey)).status).toBe(302);
    const html = await (await fetchPage(PAGE, mara)).text();
    expect(html).toContain('Key &lt;b&gt;');
    expect(html.replaceAll('<!-- -->', '')).toMatch(/Added .*?2026, last used .*?2026/);
    expect(html.replaceAll('<!-- -->', '')).toContain('never used');
  });

  it('is refused without a script, for another origin, site, account, purpose or challenge, and twice', async () => {
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    const passkey = new SoftPasskey();
    const refused = async (answer: string, person = mara) => {
      const response = await post({ intent: 'passkey', name: 'Phone', passkey: answer }, person);
      return response.status;
    };
    const challenge = () => challengeFor('add', mara);
    expect(await refused('')).toBe(400);
    for (const answer of ['{', '[]', '{"id":1}', 'x'.repeat(40_000), JSON.stringify({ id: 'a', rawId: 'b' })])
      expect(await refused(answer)).toBe(400);
    for (const say of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { rpId: 'evil.example' },
      { more: { crossOrigin: true } },
      { more: { type: 'webauthn.get' } },
    ])
      expect(await refused(passkey.create({ challenge: await challenge(), ...say }))).toBe(401);
    expect(await refused(passkey.create({ challenge: 'A'.repeat(43) }))).toBe(401);
    expect(await refused(passkey.create({ challenge: await challengeFor('add', bob) }))).toBe(401);
    expect(await refused(passkey.create({ challenge: await challengeFor('login') }))).toBe(401);
    // Statements with certificates would make the server look for lists of revoked ones.
    for (const format of ['fido-u2f', 'tpm', 'apple', 'android-key', 'packed', 'unknown'])
      expect(await refused(passkey.create({ challenge: await challenge() }, format))).toBe(401);
    const late = passkey.create({ challenge: await challenge() });
    at += 5 * MINUTE_MS;
    expect(await refused(late)).toBe(401);
    expect(rows()).toEqual([]);
    const fine = passkey.create({ challenge: await challenge() });
    const both = await Promise.all([refused(fine), refused(fine)]);
    expect(both.sort()).toEqual([200, 401]);
    // The same passkey again, for the account and for another one.
    for (const person of [mara, bob]) {
      const again = passkey.create({ challenge: await challengeFor('add', person) });
      expect(await refused(again, person)).toBe(409);
    }
    expect(rows()).toHaveLength(1);
  });

  it('asks for the password or a passkey once the login is older than ten minutes', async () => {
    const { passkey } = await add(mara);
    at += 11 * MINUTE_MS;
    const another = async (password?: string) =>
      post(
        {
          intent: 'passkey',
          name: 'Key',
          passkey: new SoftPasskey().create({ challenge: await challengeFor('add', mara) }),
          ...(password !== undefined && { password }),
        },
        mara,
      );
    const refused = await another();
    expect([refused.status, (await refused.text()).includes('Enter your password')]).toEqual([403, true]);
    expect((await another('not the right one')).status).toBe(400);
    expect(rows()).toHaveLength(1);
    const prove = (answer: string) =>
      fetchPage(`/settings/proof?redirectTo=${PAGE}`, {
        cookie: mara.cookie,
        form: { intent: 'passkey', passkey: answer },
      });
    const stranger = (await add(await makeVerifier({ email: 'bob@osei.example' }))).passkey;
    const proof = () => challengeFor('proof', mara);
    expect((await prove(stranger.use({ challenge: await proof() }))).status).toBe(401);
    expect((await prove(passkey.use({ challenge: await challengeFor('login') }))).status).toBe(401);
    const proved = await prove(passkey.use({ challenge: await proof() }));
    expect([proved.status, proved.headers.get('location')]).toEqual([302, PAGE]);
    expect((await another()).status).toBe(200);
    at += 11 * MINUTE_MS;
    expect((await another()).status).toBe(403);
    expect((await another(PASSWORD)).status).toBe(200);
    // The password counts as a proof for the next ten minutes, too.
    expect((await another()).status).toBe(200);
    expect(rows()).toHaveLength(5);
  });

  it('changes the password instead of the current one, for its own account, once', async () => {
    const { passkey } = await add(mara);
    const bobs = (await add(await makeVerifier({ email: 'bob@osei.example' }))).passkey;
    const elsewhere = browserSession();
    await elsewhere.fetch('/passkey-login', {
      form: { passkey: passkey.use({ challenge: await challengeFor('login') }) },
    });
    const change = (answer: string, newPassword = 'a wholly new password') =>
      fetchPage('/settings', {
        cookie: mara.cookie,
        form: { intent: 'password-by-passkey', passkey: answer, newPassword },
      });
    const proof = () => challengeFor('proof', mara);
    // A login of this very minute is not enough.
    expect((await change('')).status).toBe(400);
    expect((await change(bobs.use({ challenge: await proof() }))).status).toBe(401);
    expect((await change(passkey.use({ challenge: await challengeFor('login') }))).status).toBe(401);
    const unverified = passkey.use({ challenge: await proof(), isVerified: false });
    expect((await change(unverified)).status).toBe(401);
    expect((await change(passkey.use({ challenge: await proof() }), 'password')).status).toBe(400);
    expect((await fetchPage('/settings', mara)).status).toBe(200);
    const answer = passkey.use({ challenge: await proof() });
    const done = await change(answer);
    expect([done.status, mailsTo(mara.email).at(-1)?.subject]).toEqual([200, 'Your password was changed']);
    const [cookie = ''] = done.headers.getSetCookie();
    expect((await fetchPage('/settings', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
    for (const old of [mara, elsewhere]) expect((await fetchPage('/settings', old)).status).toBe(302);
    const logInWith = async (password: string) =>
      (
        await ((await fetchApi('users/login', { json: { email: mara.email, password } })).json() as Promise<{
          code?: string;
        }>)
      ).code;
    expect(await logInWith('a wholly new password')).toBe('second_factor_required');
    expect(await logInWith(PASSWORD)).not.toBe('second_factor_required');
    // A super admin's passwords are the operator's.
    const office = await makeSuperAdmin();
    const officeKey = (await add(office)).passkey;
    const refused = await fetchPage('/settings', {
      cookie: office.cookie,
      form: {
        intent: 'password-by-passkey',
        passkey: officeKey.use({ challenge: await challengeFor('proof', office) }),
        newPassword: 'a wholly new password',
      },
    });
    expect(refused.status).toBe(403);
  });

  it('stops at twenty', async () => {
    const insert = sqlite().prepare(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       values (?, ?, ?, x'00', 0, '[]', 'x', 0)`,
    );
    for (let n = 0; n < 20; n += 1) insert.run(`id ${n}`, mara.id, `credential${n}`);
    const passkey = new SoftPasskey().create({ challenge: await challengeFor('add', mara) });
    expect((await post({ intent: 'passkey', name: 'One more', passkey }, mara)).status).toBe(400);
    expect(rows()).toHaveLength(20);
  });
});

describe('a login with a passkey', () => {
  it('needs no password, names its account, and knows roles and the page to return to', async () => {
    const { passkey } = await add(mara);
    const office = await makeSuperAdmin();
    const officeKey = (await add(office)).passkey;
    const options = await optionsFor('login');
    expect(options).toMatchObject({ userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const response = await fetchPage('/passkey-login?redirectTo=%2Fpayments', {
      form: { passkey: passkey.use({ challenge: options.challenge }) },
    });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/payments']);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('certrace_session'));
    const settings = await fetchPage('/settings', { cookie: cookie?.split(';')[0] ?? '' });
    expect([settings.status, (await settings.text()).includes('mara@osei.example')]).toEqual([200, true]);
    expect((await logIn(officeKey)).headers.get('location')).toBe('/superadmin/issued-certificates');
  });

  it('is refused without its user, for another origin, with a wrong signature, and once removed', async () => {
    const { passkey } = await add(mara);
    const status = async (response: Promise<Response>) => (await response).status;
    expect(await status(logIn(passkey, { isVerified: false }))).toBe(401);
    expect(await status(logIn(passkey, { origin: 'https://evil.example' }))).toBe(401);
    expect(await status(logIn(passkey, { rpId: 'evil.example' }))).toBe(401);
    expect(await status(logIn(new SoftPasskey()))).toBe(401);
    const impostor = new SoftPasskey();
    passkey.id.copy(impostor.id);
    expect(await status(logIn(impostor))).toBe(401);
    const answer = passkey.use({ challenge: await challengeFor('login') });
    const twice = await Promise.all(
      [1, 2].map(() => status(fetchPage('/passkey-login', { form: { passkey: answer } }))),
    );
    expect(twice.sort()).toEqual([302, 401]);
    const html = await (await fetchPage(PAGE, mara)).text();
    const passkeyId = /name="passkeyId" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    expect((await post({ intent: 'remove-passkey', passkeyId }, bob)).status).toBe(404);
    expect((await post({ intent: 'remove-passkey', passkeyId }, mara)).status).toBe(200);
    expect(await status(logIn(passkey))).toBe(401);
    // It was the only second factor.
    expect(mailsTo(mara.email).at(-1)?.text).toContain('was switched off');
    expect((await fetchApi('users/login', { json: { email: mara.email, password: PASSWORD } })).status).toBe(
      200,
    );
  });

  it('refuses a copy, whose counter does not grow', async () => {
    const { passkey } = await add(mara);
    passkey.counter = 7;
    expect((await logIn(passkey)).status).toBe(302);
    passkey.counter = 5;
    const refused = await logIn(passkey);
    expect([refused.status, (await refused.text()).includes('seems to have been copied')]).toEqual([
      401,
      true,
    ]);
    passkey.counter = 7;
    expect((await logIn(passkey)).status).toBe(401);
    expect(rows()[0]?.counter).toBe(8);
    const challenges = [await challengeFor('login'), await challengeFor('login')];
    passkey.counter = 20;
    const answers = challenges.map((challenge) => {
      passkey.counter = 20;
      return passkey.use({ challenge });
    });
    const both = await Promise.all(
      answers.map((answer) => fetchPage('/passkey-login', { form: { passkey: answer } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([302, 401]);
  });

  it('stores challenges hashed, bounds them, and limits how often one address asks', async () => {
    const challenge = await challengeFor('login');
    const dump = JSON.stringify(sqlite().prepare('select * from passkey_challenges').all());
    expect(dump).not.toContain(challenge);
    const { status } = await ask('nothing');
    expect(status).toBe(400);
    expect((await ask('add')).status).toBe(401);
    expect((await ask('proof')).status).toBe(401);
    expect((await ask('second-factor')).status).toBe(401);
    let last = 200;
    for (let n = 0; n < 300 && last === 200; n += 1) last = (await ask('login')).status;
    expect(last).toBe(429);
  });

  it('is not offered at an address without a name', async () => {
    testEnvironment({ APP_URL: 'http://127.0.0.1:3000' });
    const response = await ask('login');
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('no passkeys'),
    ]);
  });
});

describe('a passkey as second factor', () => {
  it('finishes a login, of its own account only, and a refused one counts towards the lockout', async () => {
    const { passkey } = await add(mara);
    const bob = await makeVerifier({ email: 'bob@osei.example' });
    const bobs = (await add(bob)).passkey;
    const browser = await atSecondStep();
    expect(await (await browser.fetch('/second-factor')).text()).toContain('Use a passkey');
    const step = async (key: SoftPasskey, say: Partial<Parameters<SoftPasskey['use']>[0]> = {}) => {
      const { challenge } = await optionsFor('second-factor', browser);
      return browser.fetch('/second-factor', { form: { passkey: key.use({ challenge, ...say }) } });
    };
    const options = await optionsFor('second-factor', browser);
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.credentialId]);
    expect((await step(bobs)).status).toBe(401);
    // The user needs no verification after the password.
    const done = await step(passkey, { isVerified: false });
    expect([done.status, done.headers.get('location')]).toEqual([302, '/services']);
    const again = await atSecondStep();
    for (let n = 0; n < 4; n += 1) {
      const { challenge } = await optionsFor('second-factor', again);
      const form = { passkey: bobs.use({ challenge }) };
      expect((await again.fetch('/second-factor', { form })).status).toBe(401);
    }
    const { challenge } = await optionsFor('second-factor', again);
    expect((await again.fetch('/second-factor', { form: { passkey: bobs.use({ challenge }) } })).status).toBe(
      429,
    );
  });

  it('is named by the API, which takes a recovery code instead', async () => {
    const { codes } = await add(mara);
    const logInOverApi = async () => {
      const response = await fetchApi('users/login', { json: { email: mara.email, password: PASSWORD } });
      return (await response.json()) as { methods: string[]; challenge: string };
    };
    expect((await logInOverApi()).methods).toEqual(['passkey', 'recovery_code']);
    const { challenge } = await logInOverApi();
    const step = await fetchApi('users/login/second-factor', { json: { challenge, code: codes[0] } });
    expect(step.status).toBe(200);
    const page = (await (await fetchPage(PAGE, mara)).text()).replaceAll('<!-- -->', '');
    const secret = (/<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '');
    const setup = /name="setup" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    const added = await post({ intent: 'on', setup, code: codeOf(secret, at) }, mara);
    expect([added.status, (await added.text()).includes('Your recovery codes')]).toEqual([200, false]);
    expect((await logInOverApi()).methods).toEqual(['totp', 'passkey', 'recovery_code']);
    at += CODE_LIFE_MS;
    expect((await post({ intent: 'remove-app' }, mara)).status).toBe(200);
    expect((await logInOverApi()).methods).toEqual(['passkey', 'recovery_code']);
    expect((await post({ intent: 'remove-app' }, mara)).status).toBe(409);
    expect((await post({ intent: 'off' }, mara)).status).toBe(200);
    expect(rows()).toEqual([]);
  });

  it('satisfies a site that requires a second factor, which keeps the last one', async () => {
    testEnvironment({ REQUIRE_2FA: 'all' });
    expect((await fetchPage('/payments', mara)).headers.get('location')).toBe(PAGE);
    await add(mara);
    expect((await fetchPage('/payments', mara)).status).toBe(200);
    const html = await (await fetchPage(PAGE, mara)).text();
    const passkeyId = /name="passkeyId" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await post({ intent: 'remove-passkey', passkeyId }, mara)).status).toBe(403);
    expect(rows()).toHaveLength(1);
  });
});

describe('an account whose change of address was undone', () => {
  it('opens by the mailed link alone, which takes a passkey of more than seven days before the change', async () => {
    const { passkey } = await add(mara);
    at += 7 * 86_400_000 + 1;
    await fetchApi('users/me/email', {
      token: mara.token,
      json: { email: 'new@osei.example', password: PASSWORD },
    });
    const { cookie } = await loggedInWith(passkey);
    await fetchPage(`/settings/email/${mailedToken('new@osei.example', 'settings/email')}`, {
      cookie,
      form: {},
    });
    const younger = (await add({ ...mara, cookie })).passkey;
    await fetchPage(`/undo-email-change/${mailedToken(mara.email, 'undo-email-change')}`, { form: {} });
    expect((await logIn(passkey)).status).toBe(403);
    expect((await logIn(younger)).status).toBe(401);
    const link = mailedToken(mara.email, 'reset-password');
    const byPasskey = async (used: SoftPasskey) => {
      const asked = await fetchPage('/passkeys/options', { form: { purpose: 'second-factor', link } });
      const { challenge } = ((await asked.json()) as { get: Options }).get;
      const form = { newPassword: 'a wholly new password', passkey: used.use({ challenge }) };
      return (await fetchPage(`/reset-password/${link}`, { form })).status;
    };
    expect([await byPasskey(younger), await byPasskey(passkey)]).toEqual([401, 200]);
    expect((await logIn(passkey)).status).toBe(302);
  });
});
