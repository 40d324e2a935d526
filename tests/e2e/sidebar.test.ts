import { beforeAll, describe, expect, it } from 'vitest';
import { SUPER_ADMIN } from '#app/sample/people.ts';
import { hydrated, journey } from '#tests/support/browser.ts';
import { countSteps, DESKTOP, PHONE } from '#tests/support/journeys.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

const WIDE = { width: 1280, height: 900 };
const MAXIMUM_SHIFT = 0.01;

describe('the sidebar of wide screens', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;
  beforeAll(async () => {
    server = await sharedSample();
  });

  journey('once collapsed', ({ newPage, javaScript }) => {
    it('stays collapsed on every page and gives its space to the content', async () => {
      const page = await newPage({ viewport: WIDE });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      if (javaScript) {
        await page.addInitScript(() => {
          Object.assign(window, { shift: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              (window as unknown as { shift: number }).shift += (
                entry as PerformanceEntry & { value: number }
              ).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
      }
      await page.goto(`${server.url}/admin/issued-certificates?q=a`, { waitUntil: 'networkidle' });
      const sidebar = page.getByRole('navigation', { name: 'Main' });
      const toggle = page.getByRole('button', { name: 'Sidebar' });
      const width = async () => (await page.locator('main').boundingBox())?.width ?? 0;
      expect(await sidebar.isVisible()).toBe(true);
      expect(await width()).toBeLessThan(1_100);
      // The script collapses it at once and tells the server afterwards.
      const remembered =
        javaScript && page.waitForResponse((response) => response.request().method() === 'POST');
      await toggle.click();
      await sidebar.waitFor({ state: 'hidden' });
      await remembered;
      expect(page.url()).toBe(`${server.url}/admin/issued-certificates?q=a`);
      expect(await width()).toBeGreaterThan(1_200);
      await page.goto(`${server.url}/support`, { waitUntil: 'networkidle' });
      expect(await sidebar.isVisible()).toBe(false);
      expect(await toggle.getAttribute('aria-expanded')).toBe('false');
      if (javaScript) {
        const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
        expect(shift).toBeLessThanOrEqual(MAXIMUM_SHIFT);
      }
      await toggle.click();
      await sidebar.waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await toggle.isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(true);
    });
  });
});

describe('the menu of an issuer', () => {
  journey('its groups', ({ newPage, javaScript }) => {
    it('open one at a time, and the one in use stays open', async () => {
      const { url } = await sharedSample();
      const page = await newPage({ viewport: WIDE });
      await addSession(page.context(), url, await logIn(url, 'issuer'));
      const openGroup = () =>
        page.locator('#sidebar details[open]').evaluateAll((all) => all.map((each) => each.dataset.group));
      await page.goto(`${url}/admin/courses`);
      expect(await openGroup()).toEqual(['certificates']);
      await page.locator('#sidebar summary', { hasText: 'Organisation' }).click();
      expect(await openGroup()).toEqual(['organisation']);
      await page.locator('#sidebar').getByRole('link', { name: 'Members' }).click();
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
      await page.goto(`${url}/support`);
      expect(await openGroup()).toEqual(['organisation']);
      expect(await page.locator('#sidebar a:visible:not(.sidebar-end *)').count()).toBeLessThanOrEqual(10);
      if (javaScript) {
        await page.locator('#sidebar summary', { hasText: 'Organisation' }).click();
        await expect.poll(openGroup).toEqual([]);
        await page.goto(`${url}/courses`);
        expect(await openGroup()).toEqual([]);
      }
    });

    it('leave what one does as a person to a menu under the avatar', async () => {
      const { url } = await sharedSample();
      const page = await newPage();
      await addSession(page.context(), url, await logIn(url, 'issuer'));
      await page.goto(`${url}/admin/courses`);
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page
        .getByRole('navigation', { name: 'Your pages' })
        .getByRole('link', { name: 'My learning' })
        .click();
      await page.getByRole('heading', { name: 'My learning', level: 1 }).waitFor();
      expect(await page.locator('#person').isVisible()).toBe(false);
    });
  });
});

describe('the search of everything', () => {
  journey('from the menu', ({ newPage, javaScript }) => {
    it('finds certificates and acts, also by Ctrl+K', async () => {
      const { url } = await sharedSample();
      const page = await newPage({ viewport: WIDE });
      await addSession(page.context(), url, await logIn(url, 'issuer'));
      await page.goto(`${url}/admin/courses`);
      if (javaScript) await hydrated(page, '#search-everything');
      const field = page.locator('#sidebar').getByRole('searchbox');
      if (javaScript) await page.keyboard.press('Control+k');
      else await field.focus();
      expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
      await page.keyboard.type('amara');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
      await page.getByRole('status').filter({ hasText: 'result' }).waitFor();
      await page.locator('main').getByRole('link', { name: 'Amara Okafor' }).first().click();
      await page.waitForURL(/\/admin\/issued-certificates\/[\w-]+$/);
      await page.goto(`${url}/search?q=create%20course`);
      await page.locator('main').getByRole('link', { name: 'Create Course' }).click();
      await page.waitForURL(`${url}/admin/create-course`);
      await page.goto(`${url}/search?q=zzzz`);
      await page.getByText('Nothing found').waitFor();
      if (javaScript) {
        await page.setViewportSize(PHONE);
        await page.goto(`${url}/courses`);
        await hydrated(page, '#search-everything');
        await page.keyboard.press('Meta+k');
        await page.waitForURL(`${url}/search#everything`);
        await expect
          .poll(() => page.locator('main input[name=q]').evaluate((each) => each === document.activeElement))
          .toBe(true);
      }
    });
  });
});

describe('journey 10: what waits for a super admin', () => {
  journey('at the login', ({ newPage }) => {
    it.each([
      ['a desktop', DESKTOP],
      ['a phone', PHONE],
    ])('is on the first screen of %s', async (_screen, viewport) => {
      const { url } = await sharedSample();
      const page = await newPage({ viewport });
      await page.goto(`${url}/superadmin-login`);
      const steps = countSteps(page);
      await steps.fill(page.getByLabel('Super Admin ID'), SUPER_ADMIN.id);
      await steps.fill(page.getByLabel('Password 1'), SUPER_ADMIN.password1);
      await steps.fill(page.getByLabel('Password 2'), SUPER_ADMIN.password2);
      await steps.enter(page.getByLabel('Password 2'));
      const waiting = page.getByRole('region', { name: 'What waits for you' });
      await steps.reach(
        waiting.getByRole('link', { name: '1 issuer to approve' }),
        waiting.getByRole('link', { name: /messages? to answer/ }),
      );
      expect(steps.counted()).toEqual({ clicks: 0, fields: 3 });
      if (viewport === DESKTOP)
        await page.locator('#sidebar').getByRole('link', { name: 'Update (1 waiting)' }).waitFor();
    });
  });
});
