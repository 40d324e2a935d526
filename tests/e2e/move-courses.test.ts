import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { createSuperAdmin } from '#tests/support/create-super-admin.ts';
import { inspectCopy, inspectNarrow } from '#tests/support/page-inspection.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';
const ROOT = { id: 'registrar', password1: 'lantern-orchard-71', password2: 'granite-harbour-38' };

const folder = mkdtempSync(join(tmpdir(), 'certrace-move-courses-'));
let server: Awaited<ReturnType<typeof startServer>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  createSuperAdmin(folder, ROOT);
  smtp = await startSmtp();
  server = await startServer({ folder, env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } });
});

afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  rmSync(folder, { recursive: true, force: true });
});

journey('moving courses to another account', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;
  const inspect = (page: Page, name: string) =>
    javaScript
      ? inspectNarrow(page, name)
      : inspectCopy(page, name, () => newPage({ javaScriptEnabled: true }));

  async function openNarrow(): Promise<Page> {
    const page = await newPage({});
    await page.setViewportSize({ width: 320, height: 640 });
    return page;
  }

  /** Registers a person and confirms the address, without the browser. */
  async function register(email: string) {
    await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mara Osei', email, password: PASSWORD, role: 'individual' }),
    });
    await fetch(linkIn((await smtp.mailTo(email, /verify/)).text), {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });
  }

  it('is asked for by a super admin and confirmed from both mailboxes', async () => {
    const found: string[] = [];
    const word = javaScript ? 'script' : 'plain';
    const [work, home] = [`${word}@work.example`, `${word}@home.example`];
    for (const email of [work, home]) await register(email);

    const office = await openNarrow();
    await office.goto(at('/superadmin-login'));
    await office.getByLabel('Super Admin ID').fill(ROOT.id);
    await office.getByLabel('Password 1').fill(ROOT.password1);
    await office.getByLabel('Password 2').fill(ROOT.password2);
    await office.getByRole('button', { name: 'Login' }).click();
    await office.waitForURL(at('/superadmin/issued-certificates'));
    await office.goto(at(`/superadmin/accounts?q=${encodeURIComponent(work)}`));
    await office.getByRole('link', { name: 'Help: Mara Osei' }).click();
    const ask = office.getByRole('button', { name: 'Move courses to another account' });
    await office.getByLabel('Other account').fill('nobody@people.example');
    await office.locator('#move-reason').fill('Asked at the desk');
    await ask.click();
    await office.getByText('No account that can learn has this username').first().waitFor();
    found.push(...(await inspect(office, 'a refused request')));
    await office.getByLabel('Other account').fill(home);
    await ask.click();
    await office.getByRole('button', { name: 'Cancel the move' }).waitFor();
    found.push(...(await inspect(office, 'a move that waits')));

    const page = await openNarrow();
    const link = async (email: string) => linkIn((await smtp.mailTo(email, /confirm the move/)).text);
    await page.goto(await link(work));
    await page.getByText('Asked at the desk').waitFor();
    found.push(...(await inspect(page, 'the page of the first mailbox')));
    await page.getByRole('button', { name: 'Confirm the move' }).click();
    await page.getByText('once the other mailbox has confirmed').waitFor();
    found.push(...(await inspect(page, 'the wait for the other mailbox')));
    await page.goto(await link(home));
    await page.getByRole('button', { name: 'Confirm the move' }).click();
    await page.getByText('Your courses were moved').waitFor();
    found.push(...(await inspect(page, 'the end')));
    for (const email of [work, home]) await smtp.mailTo(email, /Your courses were moved/);
    expect(found).toEqual([]);
  });
});
