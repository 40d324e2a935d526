import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrated, openContext } from '#tests/support/browser.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';

const site = sampleSite({ isShared: true });

/** Opens a page whose scripts are held back until `release` is called. */
async function openWithLateScript(viewer: Viewer, path: string) {
  const page = await (await openContext(site.browser)).newPage();
  await addSession(page.context(), site.server.url, await logIn(site.server.url, viewer));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(site.server.url + path, { waitUntil: 'commit' });
  return { page, release };
}

it('enables Pay to Verify for an ID that was typed before hydration', async () => {
  const { page, release } = await openWithLateScript('individual', '/verify');
  const button = page.getByRole('button', { name: 'Pay to Verify' });
  await page.getByLabel('Certificate ID').fill('7K3M-9QZX-2HVB-4TND');
  release();
  await hydrated(page, 'input[name="uniqueId"]');
  expect(await button.isEnabled()).toBe(true);
  await page.getByLabel('Certificate ID').fill(' ');
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.context().close();
});

it('enables Create Lesson for a form that was filled in before hydration', async () => {
  const { page: list, release: releaseList } = await openWithLateScript('issuer', '/admin/courses');
  releaseList();
  const course = await list.locator('a[href*="course-videos"]').first().getAttribute('href');
  await list.goto(`${site.server.url}${course}`);
  const dialog = await list.getByRole('link', { name: 'Add Lesson' }).first().getAttribute('href');
  await list.context().close();

  const { page, release } = await openWithLateScript('issuer', dialog ?? '');
  const button = page.getByRole('button', { name: 'Create Lesson' });
  await page.getByLabel('Lesson title').fill('Clocks');
  await page.getByLabel('Duration').fill('15:30');
  await page
    .getByLabel('Video')
    .setInputFiles({ name: 'clocks.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not read here') });
  release();
  await hydrated(page, 'input[name="duration"]');
  expect(await button.isEnabled()).toBe(true);
  await page.getByLabel('Duration').fill('');
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.context().close();
});

describe('the page of a visitor', () => {
  /** Opens a page that nobody uses yet. Fails on console errors after `run`. */
  async function withUnused(path: string, run: (page: Page) => Promise<void>) {
    const context = await openContext(
      site.browser,
      { hasTouch: true, viewport: { width: 390, height: 500 } },
      { simulatesUse: false },
    );
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isRefusal = /the server responded with a status of 4/.test(message.text());
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
    });
    await page.goto(site.server.url + path);
    await run(page);
    await context.close();
    expect(complaints).toEqual([]);
  }

  const waits = (page: Page) =>
    page.evaluate(() => document.querySelector('script[type="deferred"]') !== null);

  const fillSilently = (page: Page, label: string, value: string) =>
    page.getByLabel(label).evaluate((field: HTMLInputElement, text) => {
      field.value = text;
    }, value);

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['the pointer moves', (page) => page.mouse.move(20, 20, { steps: 2 })],
    ['a touch screen is tapped', (page) => page.locator('h1').tap()],
    ['a key is pressed', (page) => page.keyboard.press('Shift')],
    ['a field gets the focus', (page) => page.getByLabel('Email').focus()],
    ['a field is filled', (page) => page.getByLabel('Email').dispatchEvent('input')],
    ['a screen reader clicks', (page) => page.locator('h1').dispatchEvent('click')],
  ])('is hydrated once, without rendering it again, when %s', (_use, use) =>
    withUnused('/', async (page) => {
      expect(await waits(page)).toBe(true);
      const heading = await page.locator('h1').elementHandle();
      await use(page);
      expect(await waits(page)).toBe(false);
      await hydrated(page, 'main');
      expect(await heading?.evaluate((element) => element === document.querySelector('h1'))).toBe(true);
    }),
  );

  it('is not hydrated while it is scrolled with a wheel or on a touch screen', () =>
    withUnused('/faq', async (page) => {
      await page.mouse.wheel(0, 150);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(150);
      for (const type of [
        'pointerdown',
        'touchstart',
        'pointermove',
        'pointercancel',
        'touchmove',
        'touchend',
      ])
        await page.locator('h1').dispatchEvent(type);
      expect(await waits(page)).toBe(true);

      // Hydration does not scroll the page.
      await page.keyboard.press('Shift');
      await hydrated(page, 'main');
      expect(await page.evaluate(() => scrollY)).toBe(150);
    }));

  it('keeps what was entered before and during hydration', () =>
    withUnused('/register', async (page) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await fillSilently(page, 'Full name', 'Ada Lovelace');
      await page.getByLabel('Email').fill('ada@people.example');
      await page.getByLabel('Corporate').check();
      release();
      await page.getByLabel('Password').pressSequentially('blue-heron-over-fen');
      await hydrated(page, 'main');
      await page.getByRole('button', { name: 'Register Now' }).click();
      await page.getByText('Please verify your email!').waitFor();
    }));

  it('is hydrated at once when the browser restores what was entered', () =>
    withUnused('/register', async (page) => {
      await page.getByLabel('Full name').fill('Ada Lovelace');
      await page.goto(`${site.server.url}/faq`);
      expect(await waits(page)).toBe(true);
      await page.goBack();
      await hydrated(page, 'main');
      expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
    }));

  it('submits forms and follows links without the scripts', () =>
    withUnused('/', async (page) => {
      await page.route('**/assets/*.js', () => {});
      await page.getByLabel('Email').fill('nobody@people.example');
      await page.getByLabel('Password').fill('blue-heron-over-fen');
      await page.getByRole('button', { name: 'Login Now' }).click();
      await page.getByRole('alert').first().waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe('nobody@people.example');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.waitForURL(`${site.server.url}/forgot-password`);
    }));
});
