import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startServer } from './server.ts';

/** Serves the sample site for a test file and launches a browser. */
export function sampleSite() {
  const site = {} as { server: Awaited<ReturnType<typeof startServer>>; browser: Browser };
  beforeAll(async () => {
    site.server = await startServer({ script: 'tests/support/serve-sample.ts' });
    site.browser = await launchBrowser();
  });
  afterAll(async () => {
    await site.browser.close();
    await site.server.stop();
  });
  return site;
}

/** Logs a browser in with a session cookie; an empty one means a visitor. */
export async function addSession(context: BrowserContext, url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  if (name) await context.addCookies([{ name, value, url }]);
}
