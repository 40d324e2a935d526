import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { linkIn } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';
const { server, smtp } = await sharedMailingSite();
let people = 0;

journey('a toast that comes with a redirect', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;

  /** Expects the toast on the next page, where a script removes it after its full 3000 ms. */
  async function outlivesRedirect(page: Page, text: string, path: string) {
    await page.waitForURL(at(path));
    const arrived = Date.now();
    const toast = page.locator('.toast', { hasText: text });
    await toast.waitFor();
    expect(await toast.count()).toBe(1);
    if (!javaScript) return;
    await toast.waitFor({ state: 'detached' });
    expect(Date.now() - arrived).toBeGreaterThan(2_500);
  }

  it('stays for its full time after registration, verification, password reset and login', async () => {
    const page = await newPage();
    people += 1;
    const email = `toast${people}@people.example`;
    await page.goto(at('/register'));
    await page.getByLabel('Full name').fill('Toast Reader');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Individual').check();
    await page.getByRole('button', { name: 'Register Now' }).click();
    await outlivesRedirect(page, 'Please verify your email!', '/');
    await page.getByRole('status').getByText(`We sent a mail to ${email}`).waitFor();
    expect(page.url()).toBe(at('/'));

    await page.goto(linkIn((await smtp.mailTo(email, /verify/)).text));
    if (!javaScript) await page.getByRole('button', { name: 'Verify email' }).click();
    await outlivesRedirect(page, 'Email verified successfully!', '/');
    expect(await page.getByText('We sent a mail to').count()).toBe(0);

    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'FORGOT PASSWORD' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await page.goto(linkIn((await smtp.mailTo(email, /new password/)).text));
    await page.getByLabel('New password').fill('a wholly new password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await outlivesRedirect(page, 'Password reset successful!', '/');

    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('a wholly new password');
    await page.getByRole('button', { name: 'Login Now' }).click();
    await outlivesRedirect(page, 'Login successful!', '/services');
    if (!javaScript) {
      const opacity = () => page.locator('.toast').evaluate((toast) => getComputedStyle(toast).opacity);
      expect(await opacity()).toBe('1');
      await expect.poll(opacity, { timeout: 20_000 }).toBe('0');
    }
    await page.reload();
    expect(await page.locator('.toast').count()).toBe(0);
  });
});

journey('a submitted form', ({ javaScript, newPage }) => {
  it('shows its invalid field clear of the toasts, and keeps its place after success', async () => {
    const page = await newPage({ viewport: { width: 390, height: 700 } });
    people += 1;
    await page.goto(`${server.url}/register`);
    const heading = page.getByRole('heading', { name: 'Register' });
    const before = await heading.boundingBox();
    const send = async () => {
      await page.getByLabel('Full name').fill('Form Sender');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Individual').check();
      await page.getByRole('button', { name: 'Register Now' }).click();
    };
    await page.getByLabel('Email').fill('nobody');
    await send();
    await page.locator('.toast', { hasText: 'Email must be a valid email address.' }).waitFor();
    const email = page.getByLabel('Email');
    await page.locator('#main :focus').waitFor();
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    const toasts = await page.locator('.toasts:has(.toast)').boundingBox();
    expect((await email.boundingBox())?.y).toBeGreaterThan((toasts?.y ?? 0) + (toasts?.height ?? 0));

    await email.fill(`sender${people}@people.example`);
    await send();
    await page.locator('.toast', { hasText: 'Please verify your email!' }).waitFor();
    if (javaScript) return;
    // Without JavaScript the response is a new page, which starts at its top.
    expect(page.url()).toBe(`${server.url}/register`);
    expect((await heading.boundingBox())?.y).toBe(before?.y);
  });
});

journey('a failed login', ({ newPage }) => {
  it.each([
    ['/', ['Email', 'Password'], 'Login Now'],
    ['/admin-login/admincredentials', ['Username', 'Password'], 'Login'],
    ['/superadmin-login', ['Super Admin ID', 'Password 1', 'Password 2'], 'Login'],
  ])('explains the failure on %s beside the toast', async (path, fields, button) => {
    const page = await newPage();
    await page.goto(`${server.url}${path}`);
    for (const field of fields) await page.getByLabel(field, { exact: true }).fill('nobody@people.example');
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.locator('main .alert[role="alert"]').getByText('Login failed.').waitFor();
  });
});
