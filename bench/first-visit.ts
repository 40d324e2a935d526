import type { Browser } from 'playwright-core';
import { sharedBrowser } from '#tests/support/browser.ts';
import { besideCommitBefore } from './commit-before.ts';
import { size } from './size.ts';

const VISITS = Number(process.env.BENCH_ROUNDS ?? size(7, 1));
/** How many times slower than this machine the visitor's processor is. */
const SLOWER = 4;
const PAGES = {
  'login page': '/',
  'QR code of a certificate': '/verify?id=7K3M-9QZX-2HVB-4TND',
  FAQ: '/faq',
};

type Visit = { requests: number; scriptBytes: number; scriptMs: number; mainThreadMs: number };

/** Opens a page with an empty cache and waits until the network is idle. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const scripts = new Set<string>();
  const total = { requests: 0, scriptBytes: 0 };
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    total.requests += 1;
    if (response.mimeType.endsWith('javascript')) scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) total.scriptBytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'networkidle' });
  const { metrics } = await devtools.send('Performance.getMetrics');
  const ms = (wanted: string) => 1_000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
  await context.close();
  return { ...total, scriptMs: ms('ScriptDuration'), mainThreadMs: ms('TaskDuration') };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function report(label: string, browser: Browser, url: string) {
  const visits: Visit[] = [];
  for (let round = 0; round < VISITS; round += 1) visits.push(await visit(browser, url));
  const of = (key: keyof Visit) => median(visits.map((each) => each[key]));
  console.log(
    `${label}: ${of('requests')} requests, ${(of('scriptBytes') / 1_000).toFixed(1)} kB of script, ` +
      `${of('scriptMs').toFixed(0)} ms running script, main thread ${of('mainThreadMs').toFixed(0)} ms`,
  );
}

/**
 * Measures first visits with an empty cache and a processor four times slower, beside an older commit (BENCH_BEFORE). Each figure is
 * a median.
 */
export async function run() {
  const browser = await sharedBrowser();
  try {
    await besideCommitBefore(async ({ before, after }) => {
      for (const [name, path] of Object.entries(PAGES)) {
        await report(`${name}, before`, browser, before.server.url + path);
        await report(`${name}, after`, browser, after.server.url + path);
      }
    });
  } finally {
    await browser.close();
  }
}
