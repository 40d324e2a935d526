import { afterAll, beforeAll, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

journey('the Content-Security-Policy', ({ javaScript, newPage }) => {
  it('allows all styles and scripts of a page', async () => {
    const page = await newPage();
    const missing = await page.goto(`${server.url}/nothing-here`, { waitUntil: 'networkidle' });
    expect(missing?.status()).toBe(404);
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
    const hydrated = await page.evaluate(() => '__reactRouterDataRouter' in window);
    expect(hydrated).toBe(javaScript);
  });

  it('allows any loopback name', async () => {
    const page = await newPage();
    const answer = await page.goto(`http://127.0.0.1:${server.port}/healthz`);
    expect(await answer?.text()).toBe('ok\n');
  });
});
