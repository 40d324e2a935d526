import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { inspectNarrow } from '#tests/support/page-inspection.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const folder = mkdtempSync(join(tmpdir(), 'certrace-second-factor-'));
let server: Awaited<ReturnType<typeof startServer>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startServer({ folder, env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } });
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

  /** What is wrong with a page at 320 px. Without JavaScript axe looks at a copy, because it is a script itself. */
  async function inspect(page: Page, name: string): Promise<string[]> {
    if (javaScript) return inspectNarrow(page, name);
    const body = (await page.content()).replace(/<script[\s\S]*?<\/script>/g, '');
    const copy = await newPage({ javaScriptEnabled: true });
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
    await copy.goto(page.url());
    return inspectNarrow(copy, name);
  }

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
    await fetch(link, { method: 'POST', headers: { origin: server.url } });
    return email;
  }

  async function logIn(page: Page, email: string, then: string) {
    await page.goto(at('/'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.waitForURL(at(then));
  }

  async function addPasskey(page: Page, name: string) {
    await page.goto(at('/settings/second-factor'));
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Add Passkey' }).click();
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
      await page.getByRole('button', { name: 'Add Passkey' }).click();
      await page.getByText('This device has a passkey for your account already.').waitFor();

      await page.context().clearCookies();
      await page.goto(at('/?redirectTo=/payments'));
      await page.getByRole('link', { name: 'Login with a Passkey' }).click();
      await page.getByRole('heading', { name: 'Log in with a passkey' }).waitFor();
      found.push(...(await inspect(page, 'the login with a passkey')));
      await page.getByRole('button', { name: 'Use a Passkey' }).click();
      await page.waitForURL(at('/payments'));

      await page.context().clearCookies();
      await logIn(page, email, '/second-factor');
      found.push(...(await inspect(page, 'the second step with a passkey')));
      await page.getByRole('button', { name: 'Use a Passkey' }).click();
      await page.waitForURL(at('/services'));

      await page.goto(at('/settings/second-factor'));
      await page.getByText(/last used/).waitFor();
      await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
      await page.getByRole('heading', { name: 'Switch it on' }).waitFor();
      await page.context().clearCookies();
      await page.goto(at('/passkey-login'));
      await page.getByRole('button', { name: 'Use a Passkey' }).click();
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
      const button = page.getByRole('button', { name: 'Use a Passkey' });
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
      await page.getByRole('button', { name: 'Use a Passkey' }).click();
      await page.getByText('A passkey needs JavaScript in the browser.').first().waitFor();
      await logIn(page, await verified(), '/services');
      await page.goto(at('/settings/second-factor'));
      await needsScript(page).waitFor();
    });
  }
});
