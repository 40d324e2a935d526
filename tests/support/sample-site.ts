import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startServer } from './server.ts';

/** Serves the sample site to the tests of a file, which find it and a browser here once they run. */
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

/** Logs a browser in by the cookie of a login; an empty one is a visitor's. */
export async function addSession(context: BrowserContext, url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  if (name) await context.addCookies([{ name, value, url }]);
}
