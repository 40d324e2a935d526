import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

const PASSWORD = 'blue-heron-over-fen';

const folder = mkdtempSync(join(tmpdir(), 'certrace-kept-forms-'));
let server: Awaited<ReturnType<typeof startServer>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startServer({
    folder,
    env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off', ISSUER_APPROVAL: 'auto' },
  });
});

afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  rmSync(folder, { recursive: true, force: true });
});

journey('a form that is open', ({ javaScript, newPage }) => {
  const at = (path: string) => `${server.url}${path}`;
  const suffix = javaScript ? 'with' : 'without';
  const ISSUE = '/admin/issue-certificate';

  async function registered(name: string, role = 'admin') {
    const email = `${name.toLowerCase()}-${suffix}@people.example`;
    const response = await fetch(at('/api/v1/users/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `${name} ${suffix}`, email, password: PASSWORD, role }),
    });
    expect(response.status).toBe(201);
    const link = linkIn((await smtp.mailTo(email, /erify/)).text);
    await fetch(link, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ password: PASSWORD }),
    });
    return email;
  }

  async function logIn(page: Awaited<ReturnType<typeof newPage>>, email: string) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login Now' }).click();
    await page.waitForURL((url) => url.pathname !== '/');
  }

  async function fillIn(page: Awaited<ReturnType<typeof newPage>>, student: string) {
    await page.goto(at(ISSUE));
    await page.getByLabel('Student Email').fill('zoe@students.example');
    await page.getByLabel('Student Name').fill(student);
    await page.getByLabel('Course Name').fill('Hydrology');
    await page.getByLabel('Issue Date').fill('2026-11-28');
  }

  it('asks when another account logs in, and comes back filled in when the session ends', async () => {
    const [alder, birch] = [await registered('Alder'), await registered('Birch')];
    const page = await newPage();
    await page.goto(at('/'));
    await logIn(page, alder);
    await fillIn(page, 'Zoë Fen');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    const other = await page.context().newPage();
    await other.goto(at('/'));
    await logIn(other, birch);
    await other.close();
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByText(`This page was made for Alder ${suffix}`).first().waitFor();
    await page.getByRole('button', { name: `Issue as Birch ${suffix}` }).click();
    await page.getByText('Certificate ID').first().waitFor();

    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await fillIn(page, 'Ada Fen');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.waitForURL((url) => url.searchParams.get('redirectTo') === ISSUE);
    await page.goto(at(`/?redirectTo=${encodeURIComponent(ISSUE)}`));
    await logIn(page, alder);
    await page.getByText('You were logged out. Nothing was lost.').first().waitFor();
    expect(await page.getByLabel('Student Name').inputValue()).toBe('Ada Fen');
    expect(await page.getByLabel('Issue Date').inputValue()).toBe('2026-11-28');
  });

  it('loses nothing when an account of another role logs in', async () => {
    const [cedar, vera] = [await registered('Cedar'), await registered('Vera', 'individual')];
    const page = await newPage();
    await page.goto(at('/'));
    await logIn(page, cedar);
    await fillIn(page, 'Zoë Fen');
    await page.context().clearCookies();
    const other = await page.context().newPage();
    await other.goto(at('/'));
    await logIn(other, vera);
    await other.close();
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByText(`This page was made for Cedar ${suffix}`).first().waitFor();
    if (!javaScript) {
      await page.getByRole('link', { name: `Log in as Cedar ${suffix}` }).click();
      await page.getByLabel('Username').fill(cedar);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL((url) => url.pathname !== '/admin-login/admincredentials');
      await page.goto(at(ISSUE));
    }
    expect(await page.getByLabel('Student Name').inputValue()).toBe('Zoë Fen');
  });
});
