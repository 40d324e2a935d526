import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Page, Route } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

/** Until the test has finished, because other tests issue certificates at this site. */
async function letCertificatesWait(page: Page, url: string, cookie: string) {
  const body = new URLSearchParams({ intent: 'hold', holdMinutes: '0' });
  onTestFinished(async () => {
    const saved = await fetch(`${url}/settings`, { method: 'POST', headers: { cookie, origin: url }, body });
    expect(await saved.text()).toContain('Your waiting time was saved.');
  });
  await page.goto(`${url}/settings`);
  await page.getByLabel('Minutes that new certificates wait').fill('10');
  await page.getByRole('button', { name: 'Save waiting time' }).click();
  await page.getByText('Your waiting time was saved.').first().waitFor();
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

journey('a certificate that waits', ({ newPage, javaScript }) => {
  it('is scheduled, changed and withdrawn', async () => {
    const { url } = await sharedSample();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    const cookie = await logIn(url, 'issuer');
    await addSession(page.context(), url, cookie);
    await letCertificatesWait(page, url, cookie);
    expect(await widthOf(page)).toBe(320);
    const name = `Astrid Holm ${javaScript}`;
    await page.goto(`${url}/admin/issue-certificate`);
    await page.getByLabel('Student Email').fill('astrid@students.example');
    await page.getByLabel('Student Name').fill(name);
    await page.getByLabel('Course Name').fill('Harmony');
    await page.getByLabel('Issue Date').fill('2026-02-28');
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByText('Certificate scheduled.').first().waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    // The page before has the same field.
    await page.getByRole('heading', { name: 'Change Scheduled Certificate' }).waitFor();
    const [uniqueId = ''] = /[A-Z0-9-]{19}/.exec(page.url()) ?? [];
    expect(await widthOf(page)).toBe(320);
    await page.getByLabel('Student Name').fill(`${name} Berg`);
    const draft = page.getByRole('region', { name: 'Preview' }).getByAltText('Draft of the certificate');
    expect(await draft.count()).toBe(0);
    if (!javaScript) await page.getByRole('button', { name: 'Preview' }).click();
    await draft.waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The scheduled certificate was changed.').first().waitFor();
    await page.getByText(`${name} Berg`).waitFor();
    expect(await widthOf(page)).toBe(320);
    await page.goto(`${url}/admin/issued-certificates`);
    await page.getByRole('link', { name: 'See scheduled certificates' }).click();
    await page.getByRole('button', { name: `Withdraw ${uniqueId}` }).click();
    await page.getByText('The certificate was withdrawn.').first().waitFor();
    // The list is loaded again after the answer.
    await page.getByText(`${name} Berg`).waitFor({ state: 'detached' });
  });

  it('keeps what was typed if it is issued meanwhile, and leads to it', async () => {
    const { url, folder } = await sharedSample();
    const page = await newPage({ viewport: { width: 320, height: 800 } });
    const cookie = await logIn(url, 'issuer');
    await addSession(page.context(), url, cookie);
    await letCertificatesWait(page, url, cookie);
    await page.goto(`${url}/admin/issue-certificate`);
    const course = `Meanwhile ${javaScript}`;
    await page.getByLabel('Student Email').fill('astrid@students.example');
    await page.getByLabel('Student Name').fill('Astrid Holm');
    await page.getByLabel('Course Name').fill(course);
    await page.getByLabel('Issue Date').fill('2026-02-28');
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByRole('heading', { name: 'Change Scheduled Certificate' }).waitFor();
    await page.getByLabel('Student Name').fill('Astrid Typed');
    const sqlite = new Database(join(folder, 'certrace.sqlite'));
    sqlite.prepare('update scheduled_certificates set due_at = 1 where course_name = ?').run(course);
    const waits = sqlite.prepare('select 1 from scheduled_certificates where course_name = ?').pluck();
    await expect.poll(() => waits.get(course), { timeout: 30_000 }).toBeUndefined();
    sqlite.close();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('What you entered is not saved. It stays on this page.').waitFor();
    expect(await page.getByLabel('Student Name').inputValue()).toBe('Astrid Typed');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await widthOf(page)).toBe(320);
    await page.getByRole('link', { name: 'Open certificate' }).click();
    await page.waitForURL(/issued-certificates\/[A-Z0-9-]{19}$/);
    await page.getByText('Astrid Holm').first().waitFor();
  });

  it.runIf(javaScript)('is not withdrawn by the second click on the one before it', async () => {
    const { url } = await sharedSample();
    const page = await newPage({ viewport: { width: 1280, height: 1000 } });
    const cookie = await logIn(url, 'issuer');
    await addSession(page.context(), url, cookie);
    await letCertificatesWait(page, url, cookie);
    for (const name of ['Signe Dahl', 'Tove Dahl']) {
      const student = { studentName: name, studentEmail: 'dahl@students.example', courseName: name };
      const body = new URLSearchParams({ ...student, issueDate: '2026-02-28', allowDuplicate: 'on' });
      await fetch(`${url}/admin/issue-certificate`, {
        method: 'POST',
        headers: { cookie, origin: url },
        body,
      });
    }
    await page.goto(`${url}/admin/issued-certificates?state=scheduled`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Tove Dahl').getByRole('button').click();
    await row('Tove Dahl').waitFor({ state: 'detached' });
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await row('Signe Dahl').getByRole('button').click();
    await row('Signe Dahl').waitFor({ state: 'detached' });
    expect(await page.getByText('The certificate was withdrawn.').count()).toBeGreaterThan(0);
  });

  it.runIf(javaScript)('leads to its form while the page is still loaded again', async () => {
    const { url } = await sharedSample();
    const page = await newPage();
    const cookie = await logIn(url, 'issuer');
    await addSession(page.context(), url, cookie);
    await letCertificatesWait(page, url, cookie);
    await page.goto(`${url}/admin/issue-certificate`, { waitUntil: 'networkidle' });
    const later = (ms: number) => async (route: Route) => {
      await delay(route.request().method() === 'GET' ? ms : 0);
      await route.continue();
    };
    await page.route(/issue-certificate\.data/, later(1_000));
    await page.route(/\/scheduled-[^/]*\.js/, later(2_000));
    await page.getByLabel('Student Email').fill('astrid@students.example');
    await page.getByLabel('Student Name').fill('Astrid Holm');
    await page.getByLabel('Course Name').fill('Botany');
    await page.getByLabel('Issue Date').fill('2026-02-28');
    await page.getByRole('button', { name: 'Issue Certificate' }).click();
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByRole('heading', { name: 'Change Scheduled Certificate' }).waitFor();
  });
});
