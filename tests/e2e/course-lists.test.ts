import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { aviNotice } from '#app/files/media/texts.ts';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { hydrated, openContext } from '#tests/support/browser.ts';
import { copyNewestCourse } from '#tests/support/many-courses.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite();

beforeAll(() => {
  const sqlite = new Database(join(site.server.folder, 'certrace.sqlite'));
  copyNewestCourse(sqlite, 120);
  sqlite
    .prepare('update courses set owner_id = (select id from users where email = ?)')
    .run(ISSUERS[0].email);
  sqlite
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
      insert into support_messages (id, topic, name, email, subject, body, created_at)
      select 'message-' || i, 'support', 'Ada', 'ada@example.org', 'Question ' || i, 'Why?', 0 from n`,
    )
    .run();
  sqlite.close();
});

/** One page for all tests, because its process has compiled the scripts. */
let page: Page;
const cookies = new Map<Viewer, string>();

async function open(viewer: Viewer, path: string): Promise<Page> {
  const cookie = cookies.get(viewer) ?? (await logIn(site.server.url, viewer));
  cookies.set(viewer, cookie);
  if (!page) {
    const viewport = { width: 1280, height: 900 };
    page = await (await openContext(site.browser, { viewport })).newPage();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  await addSession(page.context(), site.server.url, cookie);
  await page.goto(site.server.url + path);
  await hydrated(page, 'main');
  return page;
}

/** Presses 'Load more' until a list has `count` cards. */
async function loadUntil(page: Page, count: number) {
  const cards = page.locator('.course-card');
  // Not by the mouse: cards get their heights when they are scrolled into view, which moves the link.
  await page.getByRole('link', { name: 'Load more' }).press('Enter');
  await expect.poll(() => cards.count()).toBe(count);
}

it("deletes a course that 'Load more' has loaded, and keeps the other loaded courses", async () => {
  const page = await open('issuer', '/admin/courses?q=copy');
  await loadUntil(page, 100);
  await loadUntil(page, 120);
  await page.getByRole('link', { name: 'Delete Copy 3', exact: true }).click();
  await page.getByRole('heading', { name: 'Delete Copy 3' }).waitFor();
  expect(await page.locator('.course-card').count()).toBe(120);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('.course-card').count()).toBe(120);
  expect(new URL(page.url()).search).toBe('?q=copy');

  await page.getByRole('link', { name: 'Delete Copy 3', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Course deleted successfully!').waitFor();
  await expect.poll(() => page.locator('.course-card').count()).toBe(119);
  await page.reload();
  await page.getByRole('link', { name: 'Delete Copy 120', exact: true }).waitFor();
});

it("keeps the rows that 'Load more' has loaded when a message is marked as handled", async () => {
  const page = await open('super admin', '/admin/support?q=question');
  const rows = page.locator('main .card');
  await rows.nth(49).waitFor();
  const total = 122;
  for (const count of [100, total]) {
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect.poll(() => rows.count()).toBe(count);
  }
  // One message of the third page, one of the first, which shifts the later pages, and one of the second.
  const handled = ['Question 10', 'Question 120', 'Question 60'];
  for (const [index, subject] of handled.entries()) {
    const row = rows.filter({ has: page.getByRole('heading', { name: subject, exact: true }) });
    await row.getByRole('button', { name: 'Mark as handled' }).click();
    await row.waitFor({ state: 'detached' });
    // The focused button is removed with its row, so the focus moves to the heading.
    await page.locator('h1:focus').waitFor();
    expect(await rows.count()).toBe(total - 1 - index);
    const subjects = await rows.getByRole('heading').allTextContents();
    expect(
      subjects.filter((text, at) => text.startsWith('Question') && subjects.indexOf(text) !== at),
    ).toEqual([]);
  }
});

it.each([
  ['no answer', (route: Route) => route.abort()],
  ['a 502', (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' })],
])("keeps the list when 'Load more' gets %s, and loads more on the next click", async (_what, answer) => {
  const page = await open('issuer', '/admin/courses?q=copy');
  await page.route('**/admin/courses.data*', answer);
  await page.getByRole('link', { name: 'Load more' }).click();
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'More results could not be loaded. Please try again.' });
  await alert.waitFor();
  expect(await page.locator('.course-card').count()).toBe(50);
  await page.unroute('**/admin/courses.data*');
  await loadUntil(page, 100);
  expect(await alert.count()).toBe(0);
});

it("continues the list on screen with 'Load more' after a search that failed", async () => {
  const page = await open('issuer', '/admin/courses?q=copy');
  await page.route('**/admin/courses.data?q=nothing*', (route) => route.abort());
  await page.getByLabel('Search your courses').fill('nothing');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.not-reloaded').waitFor();
  await loadUntil(page, 100);
  const titles = await page.locator('.course-card h2').allTextContents();
  expect(new Set(titles).size).toBe(100);
  expect(titles.filter((title) => !title.startsWith('Copy'))).toEqual([]);
});

it('removes a course from the list when the answer to its deletion got lost', async () => {
  const page = await open('issuer', '/admin/courses?q=copy');
  await page.getByRole('link', { name: 'Delete Copy 110', exact: true }).click();
  await page.route('**/admin/courses.data*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/admin/courses.data*');
  await again.click();
  await page.getByRole('alert').filter({ hasText: 'Course not found.' }).first().waitFor();
  await page.getByRole('link', { name: 'Delete Copy 110', exact: true }).waitFor({ state: 'detached' });
});

it('shows every column of a certificate with a very long email address', async () => {
  const post = async (path: string, body: object, token = '') =>
    (await (
      await fetch(`${site.server.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
    ).json()) as { token: string; certificate?: { uniqueId: string } };
  const { token } = await post('users/login', { email: ISSUERS[0].email, password: DEMO_PASSWORD });
  const studentEmail =
    'very.long.address.of.a.student.with.many.names.and.dots@department-of-applied-mathematics.students.example';
  const dates = { issueDate: '2026-01-02', expiryDate: '2027-01-02' };
  const course = { studentName: 'Ada Featherstonehaugh', courseName: 'Introduction to Everything', ...dates };
  const issued = await post('certs/issue', { studentEmail, ...course }, token);
  // The reason of a revocation is text that may break anywhere, so its column stays narrow.
  const reason = 'The name of the student was misspelt';
  await post(`certificates/${issued.certificate?.uniqueId}/revocation`, { reason }, token);
  const page = await open('issuer', '/admin/issued-certificates?q=everything');
  const frame = page.locator('.table-frame');
  expect(await frame.locator('tbody tr').count()).toBe(2);
  expect(await frame.getByText(reason).count()).toBe(1);
  const hidden = await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBe(0);
});

it("counts the courses that 'Load more' has added", async () => {
  const page = await open('individual', '/courses?q=copy');
  const status = page.getByRole('status').filter({ hasText: 'Showing' });
  const total = /of (\d+)/.exec((await status.textContent()) ?? '')?.[1];
  expect(await status.textContent()).toBe(`Showing 50 of ${total} courses`);
  await loadUntil(page, 100);
  expect(await status.textContent()).toBe(`Showing 100 of ${total} courses`);
});

it('shows six placeholders while the explore catalogue loads', async () => {
  const page = await open('individual', '/courses');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/explore.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Explore' }).click();
  await page.getByRole('heading', { name: 'Explore Our Courses' }).waitFor();
  expect(await page.locator('main [role="status"] .card').count()).toBe(6);
  release();
  await page.getByRole('link', { name: 'Know more' }).first().waitFor();
});

it.each(['Cancel', 'Close'])(
  "keeps the module open when a lesson's dialog is closed with %s",
  async (name) => {
    const page = await open('issuer', '/admin/courses?q=relational');
    await page.locator('a[href*="course-videos"]').first().click();
    const module = page.locator('details.module').nth(1);
    await module.locator('summary').click();
    const opener = module.getByRole('link', { name: 'Add Lesson' });
    await opener.click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await module.evaluate((element: HTMLDetailsElement) => element.open)).toBe(true);
    await module
      .getByRole('link', { name: /^Edit / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await module.evaluate((element: HTMLDetailsElement) => element.open)).toBe(true);
  },
);

it('warns in a toast and on the page that browsers cannot play an AVI video', async () => {
  const page = await open('issuer', '/admin/courses?q=relational');
  await page.locator('a[href*="course-videos"]').first().click();
  await page.getByRole('link', { name: 'Add Lesson' }).first().click();
  await page.getByLabel('Lesson title').fill('Old film');
  await page.getByLabel('Duration').fill('0:12');
  const video = Buffer.from('RIFF\x5c\0\0\0AVI LIST\0\0\0\0hdrlstrh\0\0\0\0vids'.padEnd(100), 'latin1');
  await page
    .getByLabel('Video')
    .setInputFiles({ name: 'old.avi', mimeType: 'video/x-msvideo', buffer: video });
  await page.getByRole('button', { name: 'Create Lesson' }).click();
  const toast = page.locator('.toast').filter({ hasText: aviNotice() });
  await toast.waitFor();
  const duration = await toast.evaluate((element) => element.style.getPropertyValue('--toast-duration'));
  expect(duration).toBe('3000ms');
  await toast.waitFor({ state: 'detached' });
  await page.locator('.alert').filter({ hasText: aviNotice() }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Old film' }).getByText(aviNotice()).waitFor();
});
