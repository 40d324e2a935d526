import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { hydrated, journey } from '#tests/support/browser.ts';
import { DESKTOP, PHONE } from '#tests/support/journeys.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite();
const LIST = '/admin/issued-certificates';
const COUNT = 60;

async function call(path: string, body: object, token?: string) {
  const response = await fetch(`${site.server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { token: string };
}

beforeAll(async () => {
  const { token } = await call('users/login', { email: ISSUERS[0].email, password: DEMO_PASSWORD });
  for (let index = 0; index < COUNT; index += 1) {
    const studentName = index % 2 ? `Ada Featherstonehaugh-Cholmondeley ${index}` : `Bo ${index}`;
    const course = { courseName: index % 3 ? 'Hydrology of Rivers, Lakes and Wetlands' : 'Hydrology' };
    const dates = { issueDate: '2026-11-02', expiryDate: '2031-11-02' };
    const studentEmail = `student.number.${index}@hydrology.example`;
    await call('certs/issue', { studentName, studentEmail, ...course, ...dates }, token);
  }
});

journey('the list of issued certificates', ({ javaScript, newPage }) => {
  async function open(path = LIST, viewport = DESKTOP, viewer: Viewer = 'issuer'): Promise<Page> {
    const page = await newPage();
    const { url } = site.server;
    await addSession(page.context(), url, await logIn(url, viewer));
    await page.setViewportSize(viewport);
    await page.goto(url + path);
    if (javaScript) await hydrated(page, 'main');
    return page;
  }
  const rows = (page: Page) => page.locator('.table tbody tr:has(td)');
  const boxesOf = (elements: Locator) =>
    elements.evaluateAll((all) =>
      all.map((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return { top, bottom, height };
      }),
    );

  it('shows at least nine rows of at most 52 pixels on the first screen, and keeps its head in view', async () => {
    const page = await open();
    const boxes = await boxesOf(rows(page));
    expect(boxes.length).toBe(50);
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(52);
    expect(boxes.filter(({ bottom }) => bottom <= DESKTOP.height).length).toBeGreaterThanOrEqual(9);
    const ids = await boxesOf(page.locator('.table .certificate-id'));
    expect(Math.max(...ids.map(({ height }) => height))).toBeLessThan(24);
    await rows(page).last().scrollIntoViewIfNeeded();
    const [head] = await boxesOf(page.locator('.table thead th').first());
    const [bar] = await boxesOf(page.locator('.app-bar'));
    expect(Math.round((head?.top ?? 0) - (bar?.bottom ?? 0))).toBe(0);
  });

  it.each(['', '&state=valid'])('fits 50 rows into 6,000 pixels of a phone%s', async (more) => {
    const page = await open(`${LIST}?q=hydrology${more}`, PHONE);
    expect(await rows(page).count()).toBe(50);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
  });

  it('unfolds its filters, which apply when they are chosen', async () => {
    const page = await open();
    const state = page.getByLabel('State');
    expect(await state.isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await state.focus();
    await state.selectOption('expired');
    if (!javaScript) await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Filters (1)').waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('expired');
    expect(await state.inputValue()).toBe('expired');
    if (javaScript) expect(await state.evaluate((select) => select === document.activeElement)).toBe(true);
  });

  it('shows what can be done with rows once one is selected, also after going back', async () => {
    const page = await open();
    const revoke = page.getByRole('button', { name: 'Revoke selected' });
    expect(await revoke.isVisible()).toBe(false);
    await rows(page).nth(3).getByRole('checkbox').check();
    await rows(page).nth(5).getByRole('checkbox').check();
    if (javaScript) await page.getByText('2 selected').waitFor();
    await revoke.click();
    await page.getByRole('heading', { name: 'Revoke 2 certificates' }).waitFor();
    await page.goBack();
    await revoke.waitFor();
    expect(await page.locator('input[name="id"]:checked').count()).toBe(2);
  });
});

/** Pages with a search, who sees them, and the words that the search is for. */
const SEARCHES: [string, Viewer, string][] = [
  [LIST, 'issuer', 'hydrology'],
  ['/admin/verified-certificates', 'issuer', 'mara'],
  ['/admin/courses', 'issuer', 'nothing'],
  ['/admin/designs', 'issuer', 'nothing'],
  ['/admin/audit', 'issuer', 'nothing'],
  ['/superadmin/issued-certificates', 'super admin', 'hydrology'],
  ['/superadmin/verified-certificates', 'super admin', 'mara'],
  ['/superadmin/accounts', 'super admin', 'mara'],
  ['/superadmin/payments', 'super admin', 'nothing'],
  ['/admin/update', 'super admin', 'nothing'],
  ['/admin/support', 'super admin', 'nothing'],
  ['/courses', 'individual', 'nothing'],
];

journey('a search', ({ javaScript, newPage }) => {
  it.each(javaScript ? SEARCHES : SEARCHES.slice(0, 2))(
    'of %s keeps the focus in its field and announces its results',
    async (path, viewer, q) => {
      const page = await newPage();
      const { url } = site.server;
      await addSession(page.context(), url, await logIn(url, viewer));
      await page.goto(url + path);
      if (javaScript) await hydrated(page, 'main');
      const statuses = () => page.locator('main').getByRole('status').allTextContents();
      const before = await statuses();
      const field = page.locator('main form[role="search"] input[type="search"]');
      await field.fill(q);
      await field.press('Enter');
      await page.waitForURL((current) => current.searchParams.get('q') === q);
      await expect.poll(statuses).not.toEqual(before);
      expect(await field.inputValue()).toBe(q);
      if (!javaScript) return;
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      await page.goBack();
      await expect.poll(() => field.inputValue()).toBe('');
    },
  );
});
