import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
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
