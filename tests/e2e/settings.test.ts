import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

journey('the form for API tokens', ({ newPage }) => {
  it('fits on a narrow screen with the longest name', async () => {
    const server = await sharedSample();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
    await page.goto(`${server.url}/settings`, { waitUntil: 'networkidle' });
    const name = 'x'.repeat(80);
    await page.getByLabel('Token name').fill(name);
    await page.getByLabel('Read courses').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(`Copy the token ${name} now`).waitFor();
    await page
      .getByRole('button', { name: `Revoke the token ${name}` })
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
