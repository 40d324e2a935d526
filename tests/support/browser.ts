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

/** Launches CHROME_PATH, else /usr/bin/chromium, else the Chromium of @sparticuz/chromium (see chromium.ts). */
export async function launchBrowser(): Promise<Browser> {
  await prepareChromium();
  const { path, env } = chromiumExecutable();
  return chromium.launch({ executablePath: path, args: FLAGS, env: { ...process.env, ...env } });
}

export type Journey = {
  javaScript: boolean;
  /** Opens a page in a browser context of its own: no cookies are shared with another one. */
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
      const contexts: BrowserContext[] = [];
      const complaints: string[] = [];

      beforeAll(async () => {
        browser = await launchBrowser();
      });

      afterEach(async () => {
        await Promise.all(contexts.splice(0).map((context) => context.close()));
        expect(complaints.splice(0), 'errors that the browser reported').toEqual([]);
      });

      afterAll(() => browser.close());

      define({
        javaScript,
        async newPage(options = {}) {
          const context = await browser.newContext({ javaScriptEnabled: javaScript, ...options });
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
        },
      });
    });
  }
}
