import { expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

journey('the reference of the API', ({ javaScript, newPage }) => {
  it.runIf(javaScript)(
    'lets a logged-in user try calls with a token of theirs, on a narrow screen',
    async () => {
      const server = await sharedSample();
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      const session = await logIn(server.url, 'issuer');
      await addSession(page.context(), server.url, session);
      await page.goto(`${server.url}/settings`, { waitUntil: 'networkidle' });
      await page.getByLabel('Token name').fill('Trial');
      await page.getByLabel('Read courses').check();
      await page.getByRole('button', { name: 'Create token' }).click();
      const secret = await page.getByText(/^ctr_\w{20,}/).innerText();

      await page.goto(`${server.url}/api/docs`, { waitUntil: 'networkidle' });
      const call = page.locator('#get-admin-courses');
      await call.getByText('Try it').click();
      const answer = call.getByRole('status');
      await call.getByRole('button', { name: 'Send' }).click();
      await answer.getByText(/^401/).waitFor();
      await page.getByLabel('API token').fill(secret.trim());
      await call.getByLabel('Query').fill('limit=1');
      await call.getByRole('button', { name: 'Send' }).click();
      await answer.getByText(/^200/).waitFor();
      expect(JSON.parse(await answer.locator('pre').innerText())).toHaveLength(1);
      await call.getByLabel('Query').fill('limit=0');
      await call.getByRole('button', { name: 'Send' }).click();
      await answer.getByText(/^400/).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      // The token is in no address and in no storage.
      expect(page.url()).not.toContain('ctr_');
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored).not.toContain('ctr_');
    },
  );

  it.skipIf(javaScript)('shows everything without JavaScript, and nothing to try', async () => {
    const server = await sharedSample();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
    await page.goto(`${server.url}/api/docs`);
    const call = page.locator('#post-certs-issue');
    await call.getByText('curl').first().waitFor();
    expect(await call.innerText()).toContain('studentEmail');
    expect(await page.getByText('Try it').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    const name = await call.getByText('Idempotency-Key', { exact: true }).first().boundingBox();
    expect(name?.height).toBeLessThan(30);
  });
});
