import { eq } from 'drizzle-orm';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { mailedToken, makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { browserSession, fetchPage } from '#tests/support/handler.ts';
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

/** Goes to the provider and comes back with its answer, which is not opened yet. */
async function atProvider(browser: Browser, query = '') {
  const start = await browser.fetch(`/api/v1/auth/google${query}`);
  const authorization = new URL(locationOf(start));
  const back = await fetch(authorization, { redirect: 'manual' });
  return { start, authorization, callback: pathOf(locationOf(back)) };
}

/** The page that a refused login ends on. */
async function refusal(browser: Browser, callback: string) {
  const answer = await browser.fetch(callback);
  expect([answer.status, locationOf(answer)]).toEqual([302, '/']);
  expect(browser.cookies.has('certrace_session')).toBe(false);
  const page = await (await browser.fetch('/')).text();
  expect(page).toContain('<p>Google login failed!</p>');
  return page;
}

describe('a Google login', () => {
  it('leads a registered person to the home of its role, with state, nonce and PKCE', async () => {
    const issuer = await makeIssuer();
    person.email = issuer.email.toUpperCase();
    const browser = browserSession();
    const { start, authorization, callback } = await atProvider(browser);
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

    // The code is good once.
    const again = browserSession();
    expect(locationOf(await again.fetch(done))).toBe('/login');
    expect(await (await again.fetch('/')).text()).toContain('Google login failed!');
  });

  it('leads on to where the login began', async () => {
    person.email = (await makeVerifier()).email;
    const wanted = '/verify?id=7K3M-9QZX-2HVB-4TND';
    const query = `?redirectTo=${encodeURIComponent(wanted)}`;
    const browser = browserSession();
    const done = locationOf(await browser.fetch((await atProvider(browser, query)).callback));
    expect(done).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
    expect(locationOf(await browser.fetch(done))).toBe(wanted);
    expect(browser.cookies.has('certrace_login_return')).toBe(false);

    person.email = 'nobody@example.org';
    person.sub = 'google-sub-2';
    const stranger = browserSession();
    const refused = await stranger.fetch((await atProvider(stranger, query)).callback);
    expect(locationOf(refused)).toBe(`/register?error=not_registered&${query.slice(1)}`);

    const lured = browserSession();
    person.email = (await makeVerifier()).email;
    person.sub = 'google-sub-3';
    const { callback } = await atProvider(lured, '?redirectTo=//evil.example');
    expect(locationOf(await lured.fetch(locationOf(await lured.fetch(callback))))).toBe('/dashboard');
  });

  it('ends the session that the browser had, and opens nothing for whoever is handed the link', async () => {
    person.email = (await makeVerifier()).email;
    const { cookie } = await makeIssuer();
    const browser = browserSession();
    browser.cookies.set('certrace_session', cookie.split('=')[1] ?? '');
    const done = locationOf(await browser.fetch((await atProvider(browser)).callback));
    const { cookie: victim } = await makeVerifier();
    const handed = browserSession();
    handed.cookies.set('certrace_session', victim.split('=')[1] ?? '');
    expect(locationOf(await handed.fetch(done))).toBe('/login');
    expect(handed.cookie).toContain(victim);
    expect(locationOf(await browser.fetch(done))).toBe('/dashboard');
    expect(locationOf(await fetchPage('/dashboard', { cookie }))).toBe('/?redirectTo=%2Fdashboard');
  });

  it('knows a linked person by sub, whatever the address is now', async () => {
    const { id, email } = await makeVerifier();
    person.email = email;
    const first = browserSession();
    await first.visit((await atProvider(first)).callback);
    expect(db.select().from(users).where(eq(users.id, id)).get()?.googleSub).toBe('google-sub-1');
    person.email = 'moved@example.org';
    const second = browserSession();
    const { path } = await second.visit((await atProvider(second)).callback);
    expect(path).toBe('/services');
  });
});

describe('a Google login is refused', () => {
  it('with a state that this browser was not given', async () => {
    person.email = (await makeVerifier()).email;
    const { callback } = await atProvider(browserSession());
    await refusal(browserSession(), callback);
    const browser = browserSession();
    const mine = await atProvider(browser);
    await refusal(browser, mine.callback.replace(/state=[^&]+/, 'state=made-up'));
  });

  it('when its answer is replayed, cookie and all', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { callback } = await atProvider(browser);
    const cookies = new Map(browser.cookies);
    expect(locationOf(await browser.fetch(callback))).toContain('/auth/callback?token=');
    const replay = browserSession();
    for (const [name, value] of cookies) replay.cookies.set(name, value);
    await refusal(replay, callback);
  });

  it('without the PKCE verifier', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { callback, authorization } = await atProvider(browser);
    const state = authorization.searchParams.get('state') ?? '';
    for (const name of browser.cookies.keys()) {
      browser.cookies.set(name, encodeURIComponent(new URLSearchParams({ state, [state]: '' }).toString()));
    }
    await refusal(browser, callback);
    expect(tokenRequests).toEqual([]);
  });

  it('with an ID token of another login', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const forge = (token: { payload: Record<string, unknown> }) => {
      token.payload.nonce = 'of another login';
    };
    google.service.on('beforeTokenSigning', forge);
    await refusal(browser, (await atProvider(browser)).callback);
    google.service.off('beforeTokenSigning', forge);
  });

  it('when Google has not verified the address', async () => {
    Object.assign(person, { email: (await makeVerifier()).email, email_verified: false });
    const browser = browserSession();
    const page = await refusal(browser, (await atProvider(browser)).callback);
    expect(page).toContain('Google has not verified this email address.');
  });

  it('when the account here was never verified', async () => {
    person.email = (await makeVerifier({ verified: false })).email;
    expect(mailedToken(person.email, 'verify')).toBeTruthy();
    const browser = browserSession();
    const page = await refusal(browser, (await atProvider(browser)).callback);
    expect(page).toContain('Please verify your email!');
  });

  it('for an unknown address, which is sent to register', async () => {
    person.email = 'nobody@example.org';
    const browser = browserSession();
    const answer = await browser.fetch((await atProvider(browser)).callback);
    expect(locationOf(answer)).toBe('/register?error=not_registered');
    const page = await (await browser.fetch('/register?error=not_registered')).text();
    expect(page).toContain('You need to register first before using Google login');
  });

  it('when the person declines, or the provider breaks down', async () => {
    person.email = (await makeVerifier()).email;
    const browser = browserSession();
    const { authorization } = await atProvider(browser);
    const state = authorization.searchParams.get('state') ?? '';
    await refusal(
      browser,
      `/api/v1/auth/google/callback?error=access_denied&state=${encodeURIComponent(state)}`,
    );
    const other = browserSession();
    const { callback } = await atProvider(other);
    google.service.once('beforeUserinfo', (answer) => {
      answer.statusCode = 500;
    });
    await refusal(other, callback);
  });

  it('without a configuration, with the reason', async () => {
    testEnvironment();
    const browser = browserSession();
    const page = await refusal(browser, '/api/v1/auth/google');
    expect(page).toContain('Google login is not configured on this site.');
  });
});

it.each(['', '?token=', '?token=short', `?token=${'x'.repeat(43)}`, `?token=${'x'.repeat(3000)}`])(
  '/auth/callback%s goes to the login page',
  async (query) => {
    const browser = browserSession();
    expect(locationOf(await browser.fetch(`/auth/callback${query}`))).toBe('/login');
    expect(await (await browser.fetch('/')).text()).toContain('Google login failed!');
  },
);
