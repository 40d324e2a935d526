import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OAuth2Server } from 'oauth2-mock-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE_LIFE_MS, codeOf } from '#tests/support/authenticator.ts';
import { journey } from '#tests/support/browser.ts';
import { createSuperAdmin } from '#tests/support/create-super-admin.ts';
import { addSession } from '#tests/support/sample-site.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';
const NEW_PASSWORD = 'a wholly new password';
const ROOT = { id: 'registrar', password1: 'lantern-orchard-71', password2: 'granite-harbour-38' };

const folder = mkdtempSync(join(tmpdir(), 'certrace-accounts-'));
const google = new OAuth2Server();
const googlePerson = { sub: '', email: '', email_verified: true };
let server: Awaited<ReturnType<typeof startServer>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  createSuperAdmin(folder, ROOT);
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  google.service.on('beforeUserinfo', (answer) => {
    answer.body = { ...googlePerson };
  });
  google.service.on('beforeTokenSigning', (token) => {
    token.payload.sub = googlePerson.sub;
  });
  smtp = await startSmtp();
  server = await startServer({
    folder,
    env: {
      SMTP_URL: smtp.url,
      RATE_LIMITS: 'off',
      SUPPORT_EMAIL: 'support@certrace.example',
      GOOGLE_CLIENT_ID: 'certrace-tests',
      GOOGLE_CLIENT_SECRET: 'not a secret',
      GOOGLE_AUTHORIZATION_URL: `${google.issuer.url}/authorize`,
      GOOGLE_TOKEN_URL: `${google.issuer.url}/token`,
      GOOGLE_USERINFO_URL: `${google.issuer.url}/userinfo`,
    },
  });
});

afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  await google.stop();
  rmSync(folder, { recursive: true, force: true });
});

let people = 0;

journey('accounts', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;
  const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();

  async function register(page: Page) {
    people += 1;
    const person = { name: `Person ${people}`, email: `person${people}@people.example` };
    await page.goto(at('/register'));
    await page.getByLabel('Full name').fill(person.name);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Corporate').check();
    await page.getByRole('button', { name: 'Register Now' }).click();
    await toast(page, 'Please verify your email!');
    await page.waitForURL(at('/'));
    return person;
  }

  /** Registers and verifies a person without the browser, because only some tests are about these pages. */
  async function verified(role: 'admin' | 'individual' = 'individual') {
    people += 1;
    const person = { name: `Person ${people}`, email: `person${people}@people.example` };
    const response = await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, password: PASSWORD, role }),
    });
    expect(response.status).toBe(201);
    const link = linkIn((await smtp.mailTo(person.email, /verify/)).text);
    const page = await fetch(link, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });
    expect(await page.text()).toContain('Email verified successfully!');
    return person;
  }

  async function fillIn(page: Page, email: string, password = PASSWORD) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login Now' }).click();
  }

  async function logIn(page: Page, email: string, password = PASSWORD) {
    await page.goto(at('/'));
    await fillIn(page, email, password);
    await toast(page, 'Login successful!');
    await page.waitForURL(at('/services'));
  }

  /** Posts a login form as a browser without JavaScript does. */
  const postLogin = (path: string, fields: Record<string, string>) =>
    fetch(at(path), {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  /** Logs in without the browser and returns the Cookie header. */
  async function sessionOf(path: string, fields: Record<string, string>) {
    const response = await postLogin(path, fields);
    const session = response.headers.getSetCookie().find((line) => line.includes('certrace_session='));
    return session?.split(';', 1)[0] ?? '';
  }
  const memberSession = (email: string) => sessionOf('/', { email, password: PASSWORD });
  const { id: userId, ...passwords } = ROOT;
  const rootSession = () => sessionOf('/superadmin-login', { userId, ...passwords });

  async function rootLogsIn(page: Page) {
    await page.goto(at('/superadmin-login'));
    await page.getByLabel('Super Admin ID').fill(ROOT.id);
    await page.getByLabel('Password 1').fill(ROOT.password1);
    await page.getByLabel('Password 2').fill(ROOT.password2);
    await page.getByRole('button', { name: 'Login' }).click();
    await toast(page, 'Login successful!');
    await page.waitForURL(at('/superadmin/issued-certificates'));
  }

  it('asks for the code of an app, or for a recovery code', async () => {
    const page = await newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    const { email } = await verified();
    await logIn(page, email);
    await page.goto(at('/settings'));
    await page.getByRole('link', { name: 'Set up the second factor' }).click();
    const secret = (await page.locator('ol code').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const [recovery = ''] = await page
      .locator('section:has(#new-codes) code, [aria-labelledby="new-codes"] code')
      .allInnerTexts();
    await page.context().clearCookies();
    for (const code of [codeOf(secret, Date.now() + CODE_LIFE_MS), recovery]) {
      await page.goto(at('/?redirectTo=/payments'));
      await fillIn(page, email);
      await page.waitForURL(at('/second-factor?redirectTo=%2Fpayments'));
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('This code is not valid.').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(at('/payments'));
      await page.context().clearCookies();
    }
  });

  it('names missing fields and focuses the first one', async () => {
    const page = await newPage();
    await page.goto(at('/'));
    await page.getByRole('button', { name: 'Login Now' }).click();
    await toast(page, 'Please fill in all fields');
    await page.locator('[name="email"]:focus').waitFor();
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Register', exact: true }).click();
    await page.waitForURL(at('/register'));
    await page.getByLabel('Full name').fill('Ada');
    await page.getByRole('button', { name: 'Register Now' }).click();
    await toast(page, 'Please fill in all fields.');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada');
  });

  it('locks an account out after five wrong passwords, and no other account', async () => {
    const page = await newPage();
    const { email } = await verified();
    for (let n = 1; n <= 4; n += 1) {
      expect((await postLogin('/', { email, password: 'not the password' })).status).toBe(401);
    }
    await page.goto(at('/'));
    await fillIn(page, email, 'not the password');
    await toast(page, 'Too many attempts. Login disabled for 1 hour.');
    const button = page.getByRole('button', { name: 'Login disabled for 1 hour' });
    expect(await button.isDisabled()).toBe(true);
    if (javaScript) {
      await page.getByLabel('Email').fill('somebody.else@people.example');
      expect(await page.getByRole('button', { name: 'Login Now' }).isEnabled()).toBe(true);
    }
    await page.goto(at('/'));
    await fillIn(page, email);
    await toast(page, 'Login disabled for 1 hour due to too many failed attempts.');
  });

  it('returns to the requested page after login, and logs out', async () => {
    const page = await newPage();
    const { email } = await verified();
    await page.goto(at('/settings'));
    await page.waitForURL(at('/?redirectTo=%2Fsettings'));
    await fillIn(page, email);
    await page.waitForURL(at('/settings'));
    await page.locator('form[action="/logout"] button').first().click();
    await page.waitForURL(at('/'));
    await page.goto(at('/settings'));
    await page.waitForURL(at('/?redirectTo=%2Fsettings'));
  });

  it('sends the verification mail again after a login with the right password', async () => {
    const page = await newPage();
    const { email } = await register(page);
    await page.goto(at('/'));
    await fillIn(page, email);
    await toast(page, 'Please verify your email!');
    const before = smtp.mails.length;
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    await toast(page, 'a new link is on its way');
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
    await page.goto(linkIn(smtp.mails.at(-1)?.text));
    if (!javaScript) await page.getByRole('button', { name: 'Verify email' }).click();
    await page.getByText('Email verified successfully!').first().waitFor();
    await page.waitForURL(at('/'));
    await page.goto(at(`/verify/${'x'.repeat(43)}`));
    await page.getByText('Verification failed').waitFor();
  });

  it('resets a forgotten password', async () => {
    const page = await newPage();
    const { email } = await verified();
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'FORGOT PASSWORD' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await toast(page, 'Reset link sent successfully!');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    await page.goto(linkIn((await smtp.mailTo(email, /new password/)).text));
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await toast(page, 'Password reset successful!');
    await page.waitForURL(at('/'));
    await logIn(page, email, NEW_PASSWORD);
  });

  it('asks for registration after a Google login without an account, and a script removes the message', async () => {
    const page = await newPage();
    await page.goto(at('/register?error=not_registered'));
    await toast(page, 'You need to register first before using Google login');
    if (javaScript) {
      await page.waitForURL(at('/register'), { timeout: 8_000 });
      await page.getByText('You need to register first').waitFor({ state: 'detached' });
    } else {
      expect(page.url()).toBe(at('/register?error=not_registered'));
      expect(await page.getByText('You need to register first').count()).toBe(1);
    }
  });

  it('logs in with Google', async () => {
    const page = await newPage();
    const { email } = await verified();
    Object.assign(googlePerson, { sub: `sub of ${email}`, email });
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Login with Google' }).click();
    await page.waitForURL(at('/services'));
    await toast(page, 'Google login successful!');
    Object.assign(googlePerson, { sub: 'another sub', email: 'nobody@people.example' });
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Login with Google' }).click();
    await page.getByText('You need to register first before using Google login').waitFor();
  });

  it('manages name, password, sessions and API tokens under Settings', async () => {
    const page = await newPage();
    const { email } = await verified();
    await addSession(page.context(), server.url, await memberSession(email));
    await page.goto(at('/settings'));
    await page.getByLabel('Full name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save name' }).click();
    await toast(page, 'Your name was changed.');

    await page.getByLabel('Token name').fill('Campus system');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Choose at least one scope.').first().waitFor();
    await page.getByLabel('Only from these addresses').fill('127.0.0.0/8, somewhere');
    await page.getByLabel('Read payments and receipts').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('addresses must be client addresses or ranges').first().waitFor();
    expect(await page.getByLabel('Read payments and receipts').isChecked()).toBe(true);
    await page.getByLabel('Only from these addresses').fill('127.0.0.0/8, ::1');
    await page.getByRole('button', { name: 'Create token' }).click();
    await toast(page, 'The API token was created.');
    const secret = (await page.locator('code.secret').textContent()) ?? '';
    const payments = () => fetch(at('/api/v1/payments'), { headers: { Authorization: `Bearer ${secret}` } });
    expect((await payments()).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke the token Campus system' }).click();
    await toast(page, 'The API token was revoked.');
    expect((await payments()).status).toBe(401);

    const cookie = await memberSession(email);
    const settings = () => fetch(at('/settings'), { headers: { cookie }, redirect: 'manual' });
    expect((await settings()).status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await toast(page, 'One other session was ended.');
    expect((await settings()).headers.get('location')).toBe('/?redirectTo=%2Fsettings');

    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await toast(page, 'Current password is incorrect.');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await toast(page, 'Your password was changed.');
    await page.goto(at('/settings'));
    await page.getByText('This session').waitFor();
  });

  it('lets an issuer log in by username once a super admin has approved it', async () => {
    const page = await newPage();
    const issuer = await verified('admin');
    const root = await newPage();
    await rootLogsIn(root);
    await root.goto(at(`/admin/update?q=${issuer.email}`));
    await root.getByRole('button', { name: `Approve ${issuer.name}` }).click();
    await toast(root, `${issuer.name} was approved.`);
    await smtp.mailTo(issuer.email, /approved/);
    await page.goto(at('/admin-login/admincredentials'));
    await page.getByLabel('Username').fill(issuer.name.toLowerCase().replace(' ', '.'));
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await toast(page, 'Login successful!');
    await page.waitForURL(at('/admin/issued-certificates'));
    await page.getByRole('heading', { name: 'Issued Certificates' }).waitFor();
  });

  // The two pages differ only in their texts, so each is tested once.
  const topic = javaScript ? 'contact' : 'support';
  it(`lists a message sent on /${topic} until a super admin handles it`, async () => {
    const page = await newPage();
    const subject = `About ${topic} ${javaScript}`;
    await page.goto(at(`/${topic}`));
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@people.example');
    await page.getByLabel('Subject').fill(subject);
    await page.getByRole('textbox', { name: 'Message' }).fill('First line\nSecond line');
    await page.getByRole('button', { name: 'Send message' }).click();
    await toast(page, 'Your message was sent.');
    await smtp.mailTo('support@certrace.example', new RegExp(subject));
    await page.context().clearCookies();
    await addSession(page.context(), server.url, await rootSession());
    await page.goto(at('/admin/support'));
    await page
      .locator('.card', { hasText: subject })
      .getByRole('button', { name: 'Mark as handled' })
      .click();
    await toast(page, 'The message was marked as handled.');
    // The toast may appear before the list is reloaded.
    await page.locator('.card', { hasText: subject }).waitFor({ state: 'detached' });
  });

  it('links from the not-found page to the login', async () => {
    const page = await newPage();
    await page.goto(at('/no/such/page'));
    await page.getByText('Oops! The page you’re looking for doesn’t exist.').waitFor();
    await page.getByRole('link', { name: 'Go back to Login' }).click();
    await page.waitForURL(at('/'));
  });
});
