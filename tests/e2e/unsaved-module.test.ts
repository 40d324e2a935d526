import { expect, it } from 'vitest';
import { openContext } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

it('keeps a module that could not be saved on the page, marked as not saved', async () => {
  const page = await (await openContext(site.browser)).newPage();
  await addSession(page.context(), site.server.url, await logIn(site.server.url, 'issuer'));
  await page.goto(`${site.server.url}/admin/courses`, { waitUntil: 'networkidle' });
  await page.locator('a[href*="course-videos"]').first().click();
  await page.getByText('Manage your course content and lessons').waitFor();
  const saved = page.locator('details.module');
  const modules = await saved.count();
  const unsaved = page.getByText('Not saved', { exact: true });

  await page.context().setOffline(true);
  await page.getByRole('button', { name: /Add Module|Create First Module/ }).click();
  await page.getByText('The module was not saved: the server did not answer.').first().waitFor();
  await page.getByRole('heading', { name: `Module ${modules + 1}: New Module` }).waitFor();
  await page.getByText('lost when you leave it').waitFor();
  await page.getByRole('button', { name: 'Save again' }).click();
  await unsaved.waitFor();
  expect([await unsaved.count(), await saved.count()]).toEqual([1, modules]);

  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save again' }).click();
  await saved.nth(modules).waitFor();
  expect(await unsaved.count()).toBe(0);

  await page.route('**/admin/course-videos.data**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, body: 'Bad Gateway' })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Add Module' }).click();
  await unsaved.waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(await unsaved.count()).toBe(0);
  await page.reload();
  expect(await saved.count()).toBe(modules + 1);
  await page.context().close();
});
