import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wrongCode } from '#app/accounts/second-factor/second-step.server.ts';
import { CODE_LIFE_MS, codeOf } from '#tests/support/authenticator.ts';
import { journey } from '#tests/support/browser.ts';
import { createSuperAdmin } from '#tests/support/create-super-admin.ts';
import { inspectCopy, inspectNarrow } from '#tests/support/page-inspection.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const folder = mkdtempSync(join(tmpdir(), 'certrace-second-factor-'));
let server: Awaited<ReturnType<typeof startServer>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

const start = () => startServer({ folder, env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } });

beforeAll(async () => {
  smtp = await startSmtp();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let people = 0;

/** Playwright does not look for texts in this element. */
const needsScript = (page: Page) =>
  page.locator('noscript p', { hasText: 'Passkeys need JavaScript, which is off in this browser.' });

/** Chromium's own authenticator, which has no window. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return devTools;
}

journey('second factor', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;

  async function openNarrow(): Promise<Page> {
    const page = await newPage({});
    await page.setViewportSize({ width: 320, height: 640 });
    return page;
  }

  const inspect = (page: Page, name: string) =>
    javaScript
      ? inspectNarrow(page, name)
      : inspectCopy(page, name, () => newPage({ javaScriptEnabled: true }));

  /** Registers and verifies a person without the browser. */
  async function verified() {
    people += 1;
    const email = `person${people}@people.example`;
    const response = await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Person ${people}`, email, password: PASSWORD, role: 'individual' }),
    });
    expect(response.status).toBe(201);
    const link = linkIn((await smtp.mailTo(email, /verify/)).text);
    await fetch(link, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });
    return email;
  }

  async function logIn(page: Page, email: string, then: string, password = PASSWORD) {
    await page.goto(at('/'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.waitForURL(at(then));
  }

  /** The secret in base32 that the page of the second factor offers. */
  async function offeredSecret(page: Page) {
    await page.goto(at('/settings/second-factor'));
    const text = await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7 ]{39}$/ })
      .textContent();
    return (text ?? '').replaceAll(' ', '');
  }

  /** Adds an authenticator app. @returns its secret and the recovery codes that are shown */
  async function addApp(page: Page, found: string[]) {
    const secret = await offeredSecret(page);
    found.push(...(await inspect(page, 'the set-up of an app')));
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    found.push(...(await inspect(page, 'recovery codes')));
    const codes = await page
      .getByRole('region', { name: 'Your recovery codes' })
      .locator('code')
      .allTextContents();
    expect(codes).toHaveLength(10);
    return { secret, codes };
  }

  async function enterCode(page: Page, code: string) {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  const refused = (page: Page) => page.getByText(wrongCode()).first().waitFor();

  async function makeOffice() {
    people += 1;
    const id = `office-${people}`;
    const [password1, password2] = ['first-lantern-upon-quay', 'second-lantern-upon-quay'] as const;
    createSuperAdmin(folder, { id, password1, password2 });
    return async (page: Page, then: string) => {
      await page.goto(at('/superadmin-login'));
      await page.getByLabel('Super Admin ID').fill(id);
      await page.getByLabel('Password 1').fill(password1);
      await page.getByLabel('Password 2').fill(password2);
      await page.getByRole('button', { name: /log ?in/i }).click();
      await page.waitForURL(at(then));
    };
  }

  it('logs in with the code of an app, once, and remembers a browser that asks for it', async () => {
    const page = await openNarrow();
    const found: string[] = [];
    const email = await verified();
    await logIn(page, email, '/services');
    const { secret } = await addApp(page, found);

    await page.context().clearCookies();
    await logIn(page, email, '/second-factor');
    found.push(...(await inspect(page, 'the second step with a code')));
    await enterCode(page, '12345');
    await page.locator('.field-errors').waitFor();
    found.push(...(await inspect(page, 'a refused code')));
    // The code of the set-up is used up, so the app's next one is entered, which is valid 30 seconds early.
    const code = codeOf(secret, Date.now() + CODE_LIFE_MS);
    await page.getByLabel('Do not ask again in this browser for 30 days').check();
    await enterCode(page, code);
    await page.waitForURL(at('/services'));

    const other = await newPage({});
    await logIn(other, email, '/second-factor');
    await enterCode(other, code);
    await refused(other);

    await page.goto(at('/settings/second-factor'));
    found.push(...(await inspect(page, 'a remembered browser')));
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.context().addCookies(cookies.filter(({ name }) => !name.includes('session')));
    await logIn(page, email, '/services');
    await page.goto(at('/settings/second-factor'));
    await page.getByRole('button', { name: /^Ask again/ }).click();
    await page.getByText('None. A login asks for a code in every browser.').waitFor();
    await page.context().clearCookies();
    await page.context().addCookies(cookies.filter(({ name }) => !name.includes('session')));
    await logIn(page, email, '/second-factor');
    expect(found).toEqual([]);
  });

  it('logs in with a recovery code after the loss of the phone, and sets up another phone', async () => {
    const page = await openNarrow();
    const found: string[] = [];
    const email = await verified();
    await logIn(page, email, '/services');
    const { secret, codes } = await addApp(page, found);
    const [code = ''] = codes;

    await page.context().clearCookies();
    await logIn(page, email, '/second-factor');
    await enterCode(page, code.toLowerCase());
    await page.waitForURL(at('/services'));
    const stolen = await newPage({});
    await logIn(stolen, email, '/second-factor');
    await enterCode(stolen, code);
    await refused(stolen);

    await page.goto(at('/settings/second-factor'));
    await page.getByText('You have 9 of 10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('heading', { name: 'Switch it on' }).waitFor();
    const next = await addApp(page, found);
    expect(next.secret).not.toBe(secret);
    await page.context().clearCookies();
    await logIn(page, email, '/second-factor');
    await enterCode(page, codeOf(secret, Date.now() + CODE_LIFE_MS));
    await refused(page);
    await enterCode(page, codeOf(next.secret, Date.now() + CODE_LIFE_MS));
    await page.waitForURL(at('/services'));
    expect(found).toEqual([]);
  });

  it('is reset by a super admin with a reason, 24 hours after the mail, unless its owner objects', {
    timeout: 120_000,
  }, async () => {
    const page = await openNarrow();
    const found: string[] = [];
    const email = await verified();
    await logIn(page, email, '/services');
    const name = `Person ${people}`;
    await addApp(page, found);
    await page.context().clearCookies();

    const office = await newPage({});
    await office.setViewportSize({ width: 320, height: 640 });
    const logInOffice = await makeOffice();
    await logInOffice(office, '/superadmin/issued-certificates');
    const { codes } = await addApp(office, found);
    const request = async (reason: string) => {
      await office.goto(at(`/superadmin/accounts?q=${encodeURIComponent(email)}`));
      found.push(...(await inspect(office, 'the list of accounts')));
      await office.getByRole('link', { name: `Reset second factor of ${name}` }).click();
      await office.getByRole('heading', { name: 'Reset second factor' }).waitFor();
      found.push(...(await inspect(office, 'the form for the reason')));
      await office.getByLabel('Reason').fill(reason);
      const ownCode = office.getByLabel('Code of your own second factor');
      if (await ownCode.isVisible()) await ownCode.fill(codes.pop() ?? '');
      await office.getByRole('button', { name: 'Reset second factor' }).click();
      await office.waitForURL(/\/superadmin\/accounts\?q=/);
      await office.getByText('It goes, unless the owner objects').waitFor();
    };

    await request('Called from an unknown number');
    const announced = await smtp.mailTo(email, /will be removed/);
    expect(announced.text).toContain('Called from an unknown number');
    await page.goto(linkIn(announced.text));
    await page.getByText('Called from an unknown number').waitFor();
    found.push(...(await inspect(page, 'the page to object')));
    await page.getByRole('button', { name: 'Object' }).click();
    await page.getByText('Your second factor stays as it is.').waitFor();
    found.push(...(await inspect(page, 'the objection')));
    await office.goto(at(`/superadmin/accounts?q=${encodeURIComponent(email)}`));
    await office.getByText('The owner objected to a reset').waitFor();
    await logIn(page, email, '/second-factor');

    await request('Came to the office with a passport');
    // 23 hours and 55 minutes later, the second factor is still asked for.
    await laterBy(24 * 60 - 5);
    await logIn(page, email, '/second-factor');
    await laterBy(5);
    await expect
      .poll(() => smtp.mails.some(({ text }) => text?.includes('as announced')), { timeout: 10_000 })
      .toBe(true);
    await logIn(page, email, '/services');
    await page.goto(at('/settings/second-factor'));
    await page.getByRole('heading', { name: 'Switch it on' }).waitFor();
    expect(found).toEqual([]);
  });

  /** Starts the server again as if it were later, for announced resets. */
  async function laterBy(minutes: number) {
    await server.stop();
    const database = new Database(join(folder, 'certrace.sqlite'));
    database.prepare('update second_factor_resets set effective_at = effective_at - ?').run(minutes * 60_000);
    database.close();
    server = await start();
  }

  async function addPasskey(page: Page, name: string) {
    await page.goto(at('/settings/second-factor'));
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText(name, { exact: true }).waitFor();
  }

  if (javaScript) {
    it('adds passkeys, logs in with one instead of the password or after it, and removes them', async () => {
      const page = await openNarrow();
      const found: string[] = [];
      const devTools = await addAuthenticator(page);
      const email = await verified();
      await logIn(page, email, '/services');
      await addPasskey(page, 'My phone');
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
      found.push(...(await inspect(page, 'a passkey and recovery codes')));
      // The device knows that it has one.
      await page.getByLabel('Name').fill('The same phone');
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByText('This device has a passkey for your account already.').waitFor();

      await page.context().clearCookies();
      await page.goto(at('/?redirectTo=/payments'));
      await page.getByRole('link', { name: 'Log in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Log in with a passkey' }).waitFor();
      found.push(...(await inspect(page, 'the login with a passkey')));
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.waitForURL(at('/payments'));

      await page.context().clearCookies();
      await logIn(page, email, '/second-factor');
      found.push(...(await inspect(page, 'the second step with a passkey')));
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.waitForURL(at('/services'));

      await page.goto(at('/settings/second-factor'));
      await page.getByText(/last used/).waitFor();
      await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
      await page.getByRole('heading', { name: 'Switch it on' }).waitFor();
      await page.context().clearCookies();
      await page.goto(at('/passkey-login'));
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('This passkey was not accepted.').first().waitFor();
      found.push(...(await inspect(page, 'a refused passkey')));
      await devTools.send('WebAuthn.disable');
      expect(found).toEqual([]);
    });

    it('says so when the person cancels, or the server does not answer', async () => {
      const page = await openNarrow();
      const devTools = await addAuthenticator(page);
      await page.goto(at('/passkey-login'));
      await page.route('**/passkeys/options', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Log in to the network</h1>' }),
      );
      const button = page.getByRole('button', { name: 'Use a passkey' });
      expect(await page.locator('noscript').first().isVisible()).toBe(false);
      await button.click();
      await page.getByText('The server did not answer. Try again.').waitFor();
      await page.unroute('**/passkeys/options');
      await button.click();
      await page.getByText('No passkey was used. Try again, or choose another way.').waitFor();
      await devTools.send('WebAuthn.disable');
    });
  } else {
    it('says that passkeys need JavaScript', async () => {
      const page = await openNarrow();
      await page.goto(at('/passkey-login'));
      await needsScript(page).waitFor();
      expect(await inspect(page, 'the login with a passkey')).toEqual([]);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('A passkey needs JavaScript in the browser.').first().waitFor();
      await logIn(page, await verified(), '/services');
      await page.goto(at('/settings/second-factor'));
      await needsScript(page).waitFor();
    });
  }
});
