import { statfsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { chromiumExecutable, prepareChromium } from './chromium.ts';
import { noteValidatorTextsLater } from './plain-answers.ts';

/** Flags that keep Chromium quiet and off the network. */
const FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Below this size of /dev/shm, as in many containers, Chromium needs files for its shared memory, which cost processor time. */
const SHARED_MEMORY_BYTES = 512 * 1_048_576;

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}

/** Launches the Chromium of @sparticuz/chromium, or CHROME_PATH (see chromium.ts). */
async function launchBrowser(): Promise<Browser> {
  await prepareChromium();
  const { path, env } = chromiumExecutable();
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    env: { ...process.env, ...env },
  });
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, which its test files share. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

/**
 * Options of every context. Without a GPU, every frame and every pixel cost processor time: reduced motion avoids animations, and
 * the viewport is the smallest that has the layout of wide screens.
 */
const VIEWPORT = { width: 1024, height: 576 };
const CHEAP: BrowserContextOptions = { reducedMotion: 'reduce', viewport: VIEWPORT };

/** Leaves out the rosette of the sign-in pages, which Chromium draws again with every change of the page. */
function hideRosettes() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.guilloche { display: none }');
  document.adoptedStyleSheets.push(sheet);
}

/** Opens a context that costs little processor time. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CHEAP, ...options });
  context.on('response', (response) => {
    const isError = response.status() >= 400 && response.status() < 500;
    if (isError) noteValidatorTextsLater(response.text(), response.url());
  });
  await context.addInitScript(hideRosettes);
  return context;
}

/** Waits until React has hydrated an element. */
export const hydrated = (page: Page, selector: string) =>
  page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );

/** Navigates to an empty page of the same site, because Chromium starts another process for about:blank. */
const leave = (page: Page) =>
  page.goto(new URL('/robots.txt', page.url()).href).catch(() => page.goto('about:blank'));

export type Journey = {
  javaScript: boolean;
  /**
   * Opens a page without cookies. The first page of a test without options is shared by all tests of the journey,
   * because its process has compiled the scripts. Other pages have a browser context of their own. Use `newPage({})`
   * for changes that cannot be undone, such as `addInitScript`.
   */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * Runs the tests of a journey twice, with and without JavaScript. Script errors, console errors and blocked content
 * fail the test.
 * @example journey('issuing', ({ newPage }) => { it('shows the preview', async () => { const page = await newPage(); … });
 *   });
 */
export function journey(name: string, define: (journey: Journey) => void) {
  for (const javaScript of [true, false]) {
    describe(`${name}, JavaScript ${javaScript ? 'on' : 'off'}`, () => {
      let browser: Browser;
      let first: Page | undefined;
      let firstIsTaken = false;
      const contexts: BrowserContext[] = [];
      const complaints: string[] = [];

      async function open(options: BrowserContextOptions) {
        const context = await openContext(browser, { javaScriptEnabled: javaScript, ...options });
        contexts.push(context);
        const page = await context.newPage();
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => {
          // Chromium reports a rejected form, which has status 400, as a failed resource.
          const status = /Failed to load resource: the server responded with a status of 4/.test(
            message.text(),
          );
          if (message.type() === 'error' && !status) complaints.push(message.text());
        });
        return page;
      }

      beforeAll(async () => {
        browser = await sharedBrowser();
      });

      afterEach(async () => {
        const others = contexts.splice(0).filter((context) => context !== first?.context());
        await Promise.all(others.map((context) => context.close()));
        if (first) {
          contexts.push(first.context());
          await first.unrouteAll({ behavior: 'ignoreErrors' });
          await leave(first);
          await first.setViewportSize(VIEWPORT);
          await first.context().clearCookies();
          firstIsTaken = false;
        }
        expect(complaints.splice(0), 'errors that the browser reported').toEqual([]);
      });

      afterAll(() => first?.context().close());

      define({
        javaScript,
        async newPage(options) {
          if (options || firstIsTaken) return open(options ?? {});
          first ??= await open({});
          firstIsTaken = true;
          return first;
        },
      });
    });
  }
}
