import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

it.each([
  ['/', 'Login Now', 'Login failed.', { Email: 'ada@example.org', Password: 'blue-heron' }],
  ['/register', 'Register Now', 'Registration failed.', { 'Full name': 'Ada', Email: 'ada@example.org' }],
  ['/forgot-password', 'Send Reset Link', 'Error sending reset link.', { Email: 'ada@example.org' }],
  ['/reset-password/abc', 'Reset Password', 'Error connecting to server.', { 'New password': 'blue-heron' }],
  [
    '/admin-login/admincredentials',
    'Login',
    'Login failed.',
    { Username: 'ada', Password: 'blue-heron-over-fen' },
  ],
])('%s says that nothing came back, and keeps what was filled in', async (path, button, text, fields) => {
  const page = await browser.newPage();
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('alert').getByText(text).first().waitFor();
  for (const [label, value] of Object.entries(fields)) {
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  }
  await page.close();
});
