import { eq } from 'drizzle-orm';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { mailedToken, makeIssuer, makeVerifier, PASSWORD, type Person } from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const google = new OAuth2Server();
const person = { sub: 'johndoe', email: '', email_verified: true as boolean };
let tokenRequests: Record<string, unknown>[] = [];

beforeAll(async () => {
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  google.service.on('beforeUserinfo', (answer) => {
    answer.body = { ...person };
  });
  google.service.on('beforeTokenSigning', (token, request) => {
    token.payload.sub = person.sub;
    tokenRequests.push(request.body);
  });
});

afterAll(() => google.stop());

beforeEach(() => {
  tokenRequests = [];
  Object.assign(person, { sub: 'google-sub-1', email: '', email_verified: true });
  const url = google.issuer.url;
  testEnvironment({
    GOOGLE_CLIENT_ID: 'certrace-tests',
    GOOGLE_CLIENT_SECRET: 'not a secret',
    GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_USERINFO_URL: `${url}/userinfo`,
  });
});

type Browser = ReturnType<typeof browserSession>;
const locationOf = (answer: Response) => answer.headers.get('location') ?? '';
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** Authorizes at the provider and returns the callback's URL without requesting it. */
async function authorize(browser: Browser, query = '') {
  const start = await browser.fetch(`/api/v1/auth/google${query}`);
  const authorization = new URL(locationOf(start));
  const back = await fetch(authorization, { redirect: 'manual' });
  return { start, authorization, callback: pathOf(locationOf(back)) };
}

/** Expects the callback to be refused, and returns the login page that explains why. */
async function expectRefused(browser: Browser, callback: string) {
  const answer = await browser.fetch(callback);
  expect([answer.status, locationOf(answer)]).toEqual([302, '/']);
  expect(browser.cookies.has('certrace_session')).toBe(false);
  const page = await (await browser.fetch('/')).text();
  expect(page).toContain('<p>Google login failed!</p>');
  return page;
}

describe('a Google login', () => {
  it('logs a registered account in with state, nonce and PKCE, and redirects to its home page', async () => {
    const issuer = await makeIssuer();
    person.email = issuer.email.toUpperCase();
    const browser = browserSession();
    const { start, authorization, callback } = await authorize(browser);
    const query = Object.fromEntries(authorization.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'certrace-tests',
      redirect_uri: 'http://localhost:3000/api/v1/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect(query.state).toBeTruthy();
    expect(query.nonce).toBeTruthy();
    expect(start.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/);
    const done = locationOf(await browser.fetch(callback));
    expect(done).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('certrace_google'))).toEqual([]);
    expect(tokenRequests.some((body) => typeof body.code_verifier === 'string')).toBe(true);

    const exchanged = await browser.fetch(done);
    expect(locationOf(exchanged)).toBe('/dashboard');
    const page = await (await browser.fetch('/dashboard')).text();
    expect(page).toContain('<p>Google login successful!</p>');
    expect(await (await browser.fetch('/settings')).text()).not.toContain('Google login successful!');

    // The one-time code works once.
    const again = browserSession();
    expect(locationOf(await again.fetch(done))).toBe('/login');
    expect(await (await again.fetch('/')).text()).toContain('Google login failed!');
  });

  it('returns to the page that asked for the login', async () => {
    person.email = (await makeVerifier()).email;
    const wanted = '/verify?id=7K3M-9QZX-2HVB-4TND';
    const query = `?redirectTo=${encodeURIComponent(wanted)}`;
    const browser = browserSession();
    const done = locationOf(await browser.fetch((await authorize(browser, query)).callback));
    expect(done).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
    expect(locationOf(await browser.fetch(done))).toBe(wanted);
    expect(browser.cookies.has('certrace_login_return')).toBe(false);

    person.email = 'nobody@example.org';
    person.sub = 'google-sub-2';
    const stranger = browserSession();
    const refused = await stranger.fetch((await authorize(stranger, query)).callback);
    expect(locationOf(refused)).toBe(`/register?error=not_registered&${query.slice(1)}`);

    const lured = browserSession();
    person.email = (await makeVerifier()).email;
    person.sub = 'google-sub-3';
    const { callback } = await authorize(lured, '?redirectTo=//evil.example');
    expect(locationOf(await lured.fetch(locationOf(await lured.fetch(callback))))).toBe('/dashboard');
  });

  it('ends the previous session of the browser, and works in no other browser', async () => {
    person.email = (await makeVerifier()).email;
    const { cookie } = await makeIssuer();
    const browser = browserSession();
    browser.cookies.set('certrace_session', cookie.split('=')[1] ?? '');
    const done = locationOf(await browser.fetch((await authorize(browser)).callback));
    const { cookie: victim } = await makeVerifier();
    const handed = browserSession();
    handed.cookies.set('certrace_session', victim.split('=')[1] ?? '');
    expect(locationOf(await handed.fetch(done))).toBe('/login');
    expect(handed.cookie).toContain(victim);
    expect(locationOf(await browser.fetch(done))).toBe('/dashboard');
    expect(locationOf(await fetchPage('/dashboard', { cookie }))).toBe('/?redirectTo=%2Fdashboard');
  });

  it('identifies a linked account by sub, even if its address has changed', async () => {
    const { id, email } = await makeVerifier();
    person.email = email;
    const first = browserSession();
    await first.visit((await authorize(first)).callback);
    expect(db().select().from(users).where(eq(users.id, id)).get()?.googleSub).toBe('google-sub-1');
    person.email = 'moved@example.org';
    const second = browserSession();
    const { path } = await second.visit((await authorize(second)).callback);
    expect(path).toBe('/services');
  });
});

describe('a Google login is refused', () => {
  it('with the state of another browser', async () => {
    person.email = (await makeVerifier()).email;
    const { callback } = await authorize(browserSession());
    await expectRefused(browserSession(), callback);
    const browser = browserSession();
    const mine = await authorize(browser);
    await expectRefused(browser, mine.callback.replace(/state=[^&]+/, 'state=made-up'));
  });

  it('when the callback is replayed with its cookies', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { callback } = await authorize(browser);
    const cookies = new Map(browser.cookies);
    expect(locationOf(await browser.fetch(callback))).toContain('/auth/callback?token=');
    const replay = browserSession();
    for (const [name, value] of cookies) replay.cookies.set(name, value);
    await expectRefused(replay, callback);
  });

  it('without the PKCE verifier', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { callback, authorization } = await authorize(browser);
    const state = authorization.searchParams.get('state') ?? '';
    for (const name of browser.cookies.keys()) {
      browser.cookies.set(name, encodeURIComponent(new URLSearchParams({ state, [state]: '' }).toString()));
    }
    await expectRefused(browser, callback);
    expect(tokenRequests).toEqual([]);
  });

  it('with an ID token of another login', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const forge = (token: { payload: Record<string, unknown> }) => {
      token.payload.nonce = 'of another login';
    };
    google.service.on('beforeTokenSigning', forge);
    await expectRefused(browser, (await authorize(browser)).callback);
    google.service.off('beforeTokenSigning', forge);
  });

  it('when Google has not verified the address', async () => {
    Object.assign(person, { email: (await makeVerifier()).email, email_verified: false });
    const browser = browserSession();
    const page = await expectRefused(browser, (await authorize(browser)).callback);
    expect(page).toContain('Google has not verified this email address.');
  });

  it('when the address of the account is not verified', async () => {
    person.email = (await makeVerifier({ verified: false })).email;
    expect(mailedToken(person.email, 'verify')).toBeTruthy();
    const browser = browserSession();
    const page = await expectRefused(browser, (await authorize(browser)).callback);
    expect(page).toContain('Please verify your email!');
  });

  it('for an unknown address, which is redirected to registration', async () => {
    person.email = 'nobody@example.org';
    const browser = browserSession();
    const answer = await browser.fetch((await authorize(browser)).callback);
    expect(locationOf(answer)).toBe('/register?error=not_registered');
    const page = await (await browser.fetch('/register?error=not_registered')).text();
    expect(page).toContain('You need to register first before using Google login');
  });

  it('when the person declines or the provider fails', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { authorization } = await authorize(browser);
    const state = authorization.searchParams.get('state') ?? '';
    await expectRefused(
      browser,
      `/api/v1/auth/google/callback?error=access_denied&state=${encodeURIComponent(state)}`,
    );
    const other = browserSession();
    const { callback } = await authorize(other);
    google.service.once('beforeUserinfo', (answer) => {
      answer.statusCode = 500;
    });
    await expectRefused(other, callback);
  });

  it('with the reason when Google login is not configured', async () => {
    testEnvironment();
    const browser = browserSession();
    const page = await expectRefused(browser, '/api/v1/auth/google');
    expect(page).toContain('Google login is not configured on this site.');
  });
});

it.each(['', '?token=', '?token=short', `?token=${'x'.repeat(43)}`, `?token=${'x'.repeat(3000)}`])(
  '/auth/callback%s redirects to the login page',
  async (query) => {
    const browser = browserSession();
    expect(locationOf(await browser.fetch(`/auth/callback${query}`))).toBe('/login');
    expect(await (await browser.fetch('/')).text()).toContain('Google login failed!');
  },
);

describe('the link to a Google account', () => {
  const subOf = (id: string) => db().select().from(users).where(eq(users.id, id)).get()?.googleSub;

  async function linked() {
    const owner = await makeVerifier();
    person.email = owner.email;
    const browser = browserSession();
    await browser.visit((await authorize(browser)).callback);
    expect(subOf(owner.id)).toBe('google-sub-1');
    return owner;
  }

  it('is mailed, shown, and removed once, but not when no password works', async () => {
    const owner = await linked();
    expect(
      subjectsTo(owner.email).filter((subject) => subject === 'A Google account was linked'),
    ).toHaveLength(1);
    const settings = async () => (await fetchPage('/settings', { cookie: owner.cookie })).text();
    expect(await settings()).toContain('Remove the link');
    const remove = () => fetchPage('/settings', { cookie: owner.cookie, form: { intent: 'google' } });
    db().update(users).set({ passwordHash: '' }).where(eq(users.id, owner.id)).run();
    const last = await remove();
    expect([last.status, await last.text()]).toEqual([409, expect.stringContaining('needs a new password')]);
    db().update(users).set({ passwordHash: 'x' }).where(eq(users.id, owner.id)).run();
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([subOf(owner.id), (await settings()).includes('Remove the link')]).toEqual([null, false]);
  });

  it('ends with a password change, a reset and another address', async () => {
    const newPassword = 'a wholly new password';
    for (const end of [
      ({ token }: Person) =>
        fetchApi('users/me/password', {
          method: 'PUT',
          token,
          json: { currentPassword: PASSWORD, newPassword },
        }),
      async ({ email }: Person) => {
        await fetchApi('users/forgot-password', { json: { email } });
        const token = mailedToken(email, 'reset-password');
        return fetchApi(`users/reset-password/${token}`, { json: { newPassword } });
      },
      async ({ token, cookie }: Person) => {
        await fetchApi('users/me/email', { token, json: { email: 'moved@example.org' } });
        const link = mailedToken('moved@example.org', 'settings/email');
        return fetchPage(`/settings/email/${link}`, { cookie, form: {} });
      },
    ]) {
      const owner = await linked();
      expect([200, 302]).toContain((await end(owner)).status);
      expect(subOf(owner.id)).toBeNull();
    }
  });
});
