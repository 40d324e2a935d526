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

/** Playwright moves Chromium's shared memory from /dev/shm into files, which costs processor time; containers often need that. */
const SHARED_MEMORY_BYTES = 512 * 1_048_576;

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}

/** Launches CHROME_PATH, else /usr/bin/chromium, else the Chromium of @sparticuz/chromium (see chromium.ts). */
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

/** The browser of this process. Test files that run in it one after another share it; it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

/** Options of every context. Animations are left out: without a GPU, each of their frames costs processor time. */
export const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

/** Waits until React has taken over an element that the server sent. */
export const hydrated = (page: Page, selector: string) =>
  page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );

/** Leaves a page for an empty one of its site: for about:blank, Chromium would start another process. */
const leave = (page: Page) =>
  page.goto(new URL('/robots.txt', page.url()).href).catch(() => page.goto('about:blank'));

export type Journey = {
  javaScript: boolean;
  /**
   * Opens a page without cookies. A test's first one without options is the same page in all tests of the journey: its
   * process has compiled the scripts. Others are in a browser context of their own. What cannot be undone, such as
   * `addInitScript`, belongs in one of those: `newPage({})`.
   */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * Describes one journey twice, with JavaScript and without. Script errors, console errors and blocked content fail the
 * test.
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
        const context = await browser.newContext({ ...STILL, javaScriptEnabled: javaScript, ...options });
        contexts.push(context);
        const page = await context.newPage();
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('console', (message) => {
          // A rejected form has status 400, which Chromium reports as a failed resource.
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
