import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { inspect } from '#tests/support/page-inspection.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';

let server: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  server = await startSample();
});
afterAll(() => server.stop());

journey('members', ({ newPage, javaScript }) => {
  it('are invited, and an invitation is withdrawn, at 320 px', async () => {
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
    const address = `${javaScript ? 'with' : 'without'}@people.example`;
    await page.goto(`${server.url}/admin/members`);
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Role', { exact: true }).last().selectOption('viewer');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const withdraw = page.getByRole('button', { name: `Withdraw the invitation of ${address}` });
    await withdraw.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    if (javaScript) expect(await inspect(page, '/admin/members')).toEqual([]);
    await withdraw.click();
    await withdraw.waitFor({ state: 'detached' });
  });
});
