import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { sharedMailingSite } from '#tests/support/mailing-site.ts';
import { inspectCopy, inspectNarrow } from '#tests/support/page-inspection.ts';
import { linkIn } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const { server, smtp } = await sharedMailingSite();

journey('changing the email address', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;
  const inspect = (page: Page, name: string) =>
    javaScript
      ? inspectNarrow(page, name)
      : inspectCopy(page, name, () => newPage({ javaScriptEnabled: true }));

  async function logIn(page: Page, email: string, password: string) {
    await page.goto(at('/'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login Now' }).click();
  }

  it('is confirmed at the new address, and undone from the old one, which sets a new password', async () => {
    const found: string[] = [];
    const word = javaScript ? 'script' : 'plain';
    const [old, fresh] = [`${word}@osei.example`, `${word}@new.example`];
    await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mara Osei', email: old, password: PASSWORD, role: 'individual' }),
    });
    await fetch(linkIn((await smtp.mailTo(old, /verify/)).text), {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });

    const page = await newPage({});
    await page.setViewportSize({ width: 320, height: 640 });
    await logIn(page, old, PASSWORD);
    await page.waitForURL(at('/services'));
    await page.goto(at('/settings'));
    await page.getByLabel('New email').fill(fresh);
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByText('Waiting for the new address').waitFor();
    found.push(...(await inspect(page, 'the settings with a requested address')));

    await page.goto(linkIn((await smtp.mailTo(fresh, /confirm your new address/)).text));
    await page.getByRole('heading', { name: 'Change your email' }).waitFor();
    found.push(...(await inspect(page, 'the page of the new address')));
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByText('Your email address was changed.').first().waitFor();
    const elsewhere = await newPage({});
    await logIn(elsewhere, fresh, PASSWORD);
    await elsewhere.waitForURL(at('/services'));

    // The owner undoes it in another browser, and the one that changed it is logged out.
    const owner = await newPage({});
    await owner.setViewportSize({ width: 320, height: 640 });
    await owner.goto(linkIn((await smtp.mailTo(old, /was changed/)).text));
    await owner.getByRole('heading', { name: 'Undo the change of your email' }).waitFor();
    found.push(...(await inspect(owner, 'the page of the old address')));
    await owner.getByRole('button', { name: 'Undo the change' }).click();
    await owner.getByText('The change was undone').waitFor();
    found.push(...(await inspect(owner, 'the undone change')));
    for (const ended of [page, elsewhere]) {
      await ended.goto(at('/settings'));
      expect(new URL(ended.url()).pathname).toBe('/');
    }

    await owner.goto(linkIn((await smtp.mailTo(old, /Your address is back/)).text));
    await owner.getByLabel('New password').fill('green-heron-over-fen');
    await owner.getByRole('button', { name: 'Reset Password' }).click();
    await owner.waitForURL(at('/'));
    await logIn(owner, old, 'green-heron-over-fen');
    await owner.waitForURL(at('/services'));
    await logIn(elsewhere, fresh, PASSWORD);
    await elsewhere.getByRole('alert').first().waitFor();
    expect(found).toEqual([]);
  });
});
