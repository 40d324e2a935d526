import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';
import { receiverCertificate, startReceiver } from '#tests/support/webhook-receiver.ts';

let server: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  server = await startSample({ env: { NODE_EXTRA_CA_CERTS: receiverCertificate().certFile } });
});
afterAll(() => server.stop());

journey('webhooks', ({ newPage, javaScript }) => {
  it('are made, tested, sent again, given another secret and removed at 320 px', async () => {
    const receiver = await startReceiver();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
    const button = (name: string) => page.getByRole('button', { name });
    /** Shows what the server sent meanwhile. With JavaScript the page does so by itself. */
    const shows = async (text: string) => {
      const shown = page.getByText(text, { exact: true }).first();
      if (javaScript) return await shown.waitFor();
      const visible = async () => {
        await page.reload();
        return await shown.isVisible();
      };
      await expect.poll(visible, { timeout: 15_000, interval: 300 }).toBe(true);
    };
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await page.goto(`${server.url}/settings`);
    await page.getByRole('link', { name: 'Manage webhooks' }).click();
    await page.waitForURL(`${server.url}/settings/webhooks`);
    await page.getByLabel('URL').fill('https://localhost');
    await button('Create webhook').click();
    await page.getByText('Choose at least one type of events.').first().waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('A certificate is issued').check();
    await button('Create webhook').click();
    const secret = page.locator('code.secret');
    await secret.waitFor();
    const first = await secret.innerText();
    expect(first).toMatch(/^whsec_/);
    await fits();

    await page.getByRole('link', { name: receiver.url }).click();
    await button('Send a test').click();
    await expect.poll(() => receiver.received.length).toBe(1);
    await page.goto(page.url());
    await shows('Delivered');
    await fits();
    receiver.answerWith(500);
    await button('Send again').click();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.ids()[1]).toBe(receiver.ids()[0]);
    await page.goto(page.url());
    await shows('Given up');
    await fits();

    await button('New secret').click();
    await secret.waitFor();
    expect(await secret.innerText()).not.toBe(first);
    await button('Switch off').click();
    await page.getByText('This webhook is off').waitFor();
    await button('Switch on').click();
    await button('Send a test').waitFor();
    await button('Delete').click();
    await page.waitForURL(`${server.url}/settings/webhooks`);
    expect(await page.getByRole('link', { name: receiver.url }).count()).toBe(0);
    await receiver.stop();
  });
});
