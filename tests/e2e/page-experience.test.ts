import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, elements } from '#tests/support/crawl.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

/** Pages of accounts have a menu and lists, which visitors don't load. Each page of the site adds about 40 bytes to the list of routes. */
const maximumScriptBytes = (viewer: Viewer) => (viewer === 'visitor' ? 124_500 : 134_500);
const MAXIMUM_SHIFT = 0.01;

const PAGES: [Viewer, string][] = [
  ['visitor', '/'],
  ['visitor', '/register'],
  ['visitor', '/faq'],
  ['individual', '/services'],
  ['individual', '/courses'],
  ['individual', '/explore'],
  ['individual', '/verify'],
  ['issuer', '/admin/issued-certificates'],
  ['issuer', '/admin/courses'],
  ['super admin', '/superadmin/verified-certificates'],
];

const site = sampleSite();
const cookies = new Map<Viewer, string>();

beforeAll(async () => {
  for (const [viewer] of PAGES) {
    if (!cookies.has(viewer)) cookies.set(viewer, await logIn(site.server.url, viewer));
  }
});

async function open(viewer: Viewer, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await site.browser.newContext(options);
  await addSession(context, site.server.url, cookies.get(viewer) ?? '');
  return context.newPage();
}

describe('a first visit', () => {
  it.each(PAGES)('as %s to %s loads little script', async (viewer, path) => {
    const { html, status } = await ask(site.server.url, path, cookies.get(viewer) ?? '');
    expect(status).toBe(200);
    const files = new Set([
      ...elements(html, 'link')
        .filter(({ attributes }) => attributes.get('rel') === 'modulepreload')
        .map(({ attributes }) => attributes.get('href') ?? ''),
      ...[...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)]
        .map(([, file = '']) => file)
        .filter((file) => /manifest|entry/.test(file)),
    ]);
    expect(files.size).toBeGreaterThan(3);
    let bytes = 0;
    for (const file of files)
      bytes +=
        statSync(join('build/client', `${file}.br`), { throwIfNoEntry: false })?.size ??
        statSync(join('build/client', file)).size;
    expect(bytes).toBeLessThanOrEqual(maximumScriptBytes(viewer));
  });

  it('loads no schemas, whose compiler the policy blocks', () => {
    const scripts = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'));
    const withSchemas = scripts.filter((file) =>
      readFileSync(join('build/client/assets', file), 'utf8').includes('jitless'),
    );
    expect(withSchemas).toEqual([]);
  });

  it.each(PAGES)('as %s to %s shifts no layout while it loads', async (viewer, path) => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 800 },
    ]) {
      const page = await open(viewer, { viewport });
      // Simulates a slow connection, on which text appears before its fonts.
      await page.route('**/fonts/**', async (route) => {
        await delay(300);
        await route.continue();
      });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(site.server.url + path, { waitUntil: 'networkidle' });
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(MAXIMUM_SHIFT);
      await page.context().close();
    }
  });
});

describe('keyboard navigation', () => {
  it('begins with a skip link to the content', async () => {
    const page = await open('visitor');
    await page.goto(`${site.server.url}/faq`);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.context().close();
  });

  it('shows a focus ring at every stop and follows the order of the page', async () => {
    const page = await open('individual', { viewport: { width: 1280, height: 900 }, forcedColors: 'none' });
    await page.goto(`${site.server.url}/verify`, { waitUntil: 'networkidle' });
    const stops = await page.evaluate(
      () => document.querySelectorAll('a, button, input, select, summary').length,
    );
    let last = 0;
    let seen = 0;
    const unseen: string[] = [];
    for (let index = 0; index < Math.min(stops, 30); index += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const order = [...document.querySelectorAll('*')].indexOf(element);
        const ring = [element, ...(element.parentElement ? [element.parentElement] : [])].some((each) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(each);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        });
        return { order, ring, body: element === document.body, name: element.outerHTML.slice(0, 80) };
      });
      if (stop.body) break;
      // The browser has further stops inside a date field and marks them itself.
      if (stop.order === last && stop.name.includes('type="date"')) continue;
      if (!stop.ring && !stop.name.includes('skip-link')) unseen.push(stop.name);
      expect(stop.order).toBeGreaterThan(last);
      last = stop.order;
      seen += 1;
    }
    expect(seen).toBeGreaterThan(10);
    expect(unseen).toEqual([]);
    await page.context().close();
  });

  it('moves the focus to the heading of the next page, and to the first invalid field', async () => {
    const page = await open('visitor', { viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.server.url}/faq`, { waitUntil: 'networkidle' });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await page.waitForURL(`${site.server.url}/contact`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByLabel('Email').fill('not an address');
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
      form.requestSubmit();
    });
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement === document.querySelector('main [aria-invalid="true"]')),
      )
      .toBe(true);
    await page.context().close();
  });

  it('closes the drawer with Escape and returns the focus to its button', async () => {
    const page = await open('individual', { viewport: { width: 390, height: 800 } });
    await page.goto(`${site.server.url}/services`, { waitUntil: 'networkidle' });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.focus();
    await page.keyboard.press('Enter');
    const drawer = page.locator('#sidebar');
    await expect.poll(() => drawer.evaluate((element) => element.matches(':popover-open'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await drawer.evaluate((element) => element.matches(':popover-open'))).toBe(false);
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });
});

describe('media features', () => {
  it('runs no animation with prefers-reduced-motion', async () => {
    const page = await open('issuer', { reducedMotion: 'reduce' });
    await page.goto(`${site.server.url}/admin/issued-certificates`);
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
    );
    expect(moving).toBe(0);
    await page.context().close();
  });

  it('keeps the borders of buttons and fields in forced colors', async () => {
    const page = await open('visitor', { forcedColors: 'active' });
    await page.goto(`${site.server.url}/`);
    const widths = await page
      .locator('main :is(.button, .control)')
      .evaluateAll((list) => list.map((element) => getComputedStyle(element).borderTopWidth));
    expect(widths.length).toBeGreaterThan(2);
    expect(widths).not.toContain('0px');
    await page.context().close();
  });

  it('prints a page without navigation', async () => {
    const page = await open('issuer');
    await page.goto(`${site.server.url}/admin/issued-certificates`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.app-bar').isVisible()).toBe(false);
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
    expect(await page.locator('main h1').isVisible()).toBe(true);
    await page.context().close();
  });

  it('labels the cells of a list on narrow screens, also after a client-side navigation', async () => {
    const page = await open('super admin', { viewport: { width: 680, height: 900 } });
    const cell = page.locator('.list .table tbody td:nth-child(2)').first();
    const label = () => cell.evaluate((element) => getComputedStyle(element, '::before').content);
    await page.goto(`${site.server.url}/superadmin/payments`, { waitUntil: 'networkidle' });
    expect(await label()).toBe('"Payer"');
    await page.locator('.list .table a').first().click();
    await page.waitForURL(/\/superadmin\/payments\/./);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('#sidebar').getByRole('link', { name: 'Payments' }).click();
    await expect.poll(label).toBe('"Payer"');
    await page.context().close();
  });

  it('has no line for what a row lacks on narrow screens', async () => {
    const page = await open('visitor', { viewport: { width: 320, height: 900 } });
    await addSession(page.context(), site.server.url, await logIn(site.server.url, 'corporate'));
    await page.goto(`${site.server.url}/payments`);
    await page.locator('.table tbody').waitFor();
    const cards = await page
      .locator('.table tbody tr:has(td)')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children].flatMap((cell) => (cell.checkVisibility() ? [cell.textContent] : [])),
        ),
      );
    expect(new Set(cards.map((cells) => cells.length)).size).toBeGreaterThan(1);
    expect(cards.flat()).not.toContain('');
    await page.context().close();
  });

  it('prints a list as a table without its action column', async () => {
    const page = await open('issuer', { viewport: { width: 680, height: 900 } });
    await page.goto(`${site.server.url}/admin/issued-certificates`);
    const row = page.locator('.table tbody tr:has(td)').first();
    const look = () =>
      row.evaluate((element) => ({
        display: getComputedStyle(element).display,
        opacity: getComputedStyle(element.closest('tbody') ?? element).opacity,
      }));
    expect((await look()).display).toBe('grid');
    await page.emulateMedia({ media: 'print' });
    expect(await look()).toEqual({ display: 'table-row', opacity: '1' });
    expect(await row.getByRole('button', { name: /^More about/ }).isVisible()).toBe(false);
    await page.context().close();
  });
});
