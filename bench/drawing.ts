/**
 * Measures how long drawing certificates takes compared with a warm Chromium, and how it affects the event loop and the memory of the
 * calling process. Chromium creates the same two files with the same design.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD ??= '1';

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type CertificateDrawing, LAYOUT_VERSION } from '#app/drawing/drawing.ts';
import { ARTWORK_PAGES, micronsOf } from '#app/drawing/own-artwork/artwork.ts';
import { backgroundImages } from '#app/drawing/own-artwork/background.server.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { groupedId } from '#app/drawing/text.ts';
import { backgroundId } from '#app/files/images/background/background-id.server.ts';
import { readBackground } from '#app/files/images/background/read-background.server.ts';
import { SITE } from '#app/shared/fair-queue.server.ts';
import { artworkDesign, box, compulsory } from '#tests/golden/own-artwork-samples.ts';
import { chromiumExecutable, prepareChromium } from '#tests/support/chromium.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { size } from './size.ts';

const PAIRS_COMPARED = size(30, 1);
const PAIRS_AT_ONCE = 50;
/** Pairs drawn while the event loop is watched, and after those until memory is measured. */
const PAIRS_WATCHED = size(200, 2);
const PAIRS_AFTER = size(800, 2);

const certificate = (index: number): CertificateDrawing => ({
  uniqueId: '7K3M9QZX2HVB4TND',
  studentName: `Amélie Dubois-Lefèvre ${index}`,
  courseName: 'Foundations of Applied Cryptography',
  issuerName: 'Northbridge University',
  issueDate: '2026-03-31',
  expiryDate: '2028-03-31',
  verifyUrl: 'https://certrace.example/verify?id=7K3M9QZX2HVB4TND',
  layoutVersion: 1,
  design: null,
  revokedAt: null,
});

async function drawPair(index: number) {
  await renderCertificate(certificate(index), 'png');
  await renderCertificate(certificate(index), 'pdf');
}

/** Draws pairs in a design with own artwork on the page of a PDF. */
async function pairOnBackground() {
  const file = diploma();
  const { width: wide, height: high } = micronsOf('a4');
  const shape = { name: 'a4', wide, high, ...ARTWORK_PAGES.a4 };
  const read = await readBackground(SITE, file, 'pdf', [shape]);
  const id = backgroundId('a4', read);
  const boxes = [
    box('text', [30_000, 90_000, 200_000, 16_000], { text: '{student}', size: 30 }),
    box('text', [30_000, 115_000, 200_000, 12_000], { text: '{course}', long: 'wrap', lines: 2 }),
    box('date', [30_000, 150_000, 60_000, 8_000]),
    box('line', [30_000, 160_000, 60_000, 300]),
    ...compulsory,
  ];
  const images = backgroundImages(id, read);
  return async (index: number) => {
    const drawing = certificate(index);
    const { studentName, courseName, issueDate } = drawing;
    const texts = [studentName, courseName, issueDate, '', '', groupedId(drawing.uniqueId)];
    const shown = boxes.map((each, at) => ({ ...each, text: texts[at] ?? '' }));
    const design = {
      ...artworkDesign(shown),
      artwork: { page: 'a4' as const, background: id, boxes: shown },
    };
    const onBackground = { ...drawing, layoutVersion: LAYOUT_VERSION, design, varyingBoxes: [0, 5] };
    await renderCertificate(onBackground, 'png', undefined, images);
    await renderCertificate(onBackground, 'pdf', undefined, images);
  };
}

/** Draws `count` pairs with bounded concurrency, as requests do. */
async function drawPairs(count: number, draw = drawPair) {
  for (let done = 0; done < count; done += PAIRS_AT_ONCE) {
    const now = Math.min(PAIRS_AT_ONCE, count - done);
    await Promise.all(Array.from({ length: now }, (_, index) => draw(done + index)));
  }
}

/** Draws pairs of two kinds in turns, because the machine's speed changes. Returns the median of the ratios of their times. */
async function ratioOf(one: typeof drawPair, other: typeof drawPair): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < size(9, 1); round++) {
    const [first, second] = [await msEach(PAIRS_COMPARED, one), await msEach(PAIRS_COMPARED, other)];
    ratios.push(first / second);
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
}

async function loopDelayP99Ms(during: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  await during();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

async function msEach(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < size(5, 1); index++) await work(index);
  const start = performance.now();
  for (let index = 0; index < count; index++) await work(index);
  return (performance.now() - start) / count;
}

/** Returns the same design as a web page: the shapes as SVG, and the texts as text in the same fonts. */
async function designAsHtml(): Promise<string> {
  const { createCanvas, SvgExportFlag } = await import('@napi-rs/canvas');
  const { artworkOf, drawArtwork } = await import('#app/drawing/artwork.server.ts');
  const canvas = createCanvas(1754, 1240, SvgExportFlag.NoPrettyXML);
  drawArtwork(canvas.getContext('2d'), artworkOf(certificate(0)));
  const svg = canvas
    .getContent()
    .toString('utf8')
    .replace(/^<\?xml[^>]*\?>/, '');
  const families = ['Cinzel-Medium', 'EBGaramond-Regular', 'EBGaramond-SemiBold', 'EBGaramond-Italic'];
  const faces = families.map((family) => {
    const file = new URL(`../app/drawing/fonts/${family}.ttf`, import.meta.url);
    const data = readFileSync(file).toString('base64');
    const names = [family, family.startsWith('Cinzel') ? 'Cinzel' : 'EB Garamond'];
    const style = family.endsWith('Italic') ? 'italic' : 'normal';
    const weight = family.endsWith('SemiBold') ? 600 : family.endsWith('Medium') ? 500 : 400;
    return names
      .map(
        (name) =>
          `@font-face{font-family:'${name}';font-style:${style};font-weight:${weight};src:url(data:font/ttf;base64,${data})}`,
      )
      .join('');
  });
  return `<!doctype html><style>${faces.join('')}@page{size:1754px 1240px;margin:0}body{margin:0}svg{display:block}</style>${svg}`;
}

async function chromiumMsEach(): Promise<number> {
  const { chromium } = await import('playwright-core');
  await prepareChromium();
  const { path, env } = chromiumExecutable();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1754, height: 1240 } });
    await page.setContent(await designAsHtml());
    await page.evaluate(() => document.fonts.ready);
    return await msEach(PAIRS_COMPARED, async (index) => {
      // Changing only the name favours Chromium, which would need more time to load a new page for each certificate.
      await page.evaluate((name) => {
        const texts = [...document.querySelectorAll('text')];
        const longest = texts.find((text) => text.textContent?.includes('Dubois'));
        if (!longest) throw new Error('The page has no name');
        longest.textContent = name;
      }, certificate(index).studentName);
      await page.screenshot({ type: 'png' });
      await page.pdf({ width: '1754px', height: '1240px', printBackground: true });
    });
  } finally {
    await browser.close();
  }
}

export async function run(): Promise<void> {
  const idleDelay = await loopDelayP99Ms(() => wait(size(2_000, 100)));
  const idleRss = process.memoryUsage.rss();

  const busyDelay = await loopDelayP99Ms(() => drawPairs(PAIRS_WATCHED));
  console.log(
    `event loop delay at p99, ${PAIRS_WATCHED} pairs being drawn: ${busyDelay.toFixed(1)} ms, idle ${idleDelay.toFixed(1)} ms: ${(busyDelay - idleDelay).toFixed(1)} ms more (at most 10)`,
  );

  await drawPairs(PAIRS_AFTER);
  const grown = (process.memoryUsage.rss() - idleRss) / 1e6;
  console.log(
    `memory after ${PAIRS_WATCHED + PAIRS_AFTER} pairs: ${grown.toFixed(0)} MB more than idle (at most 300)`,
  );

  const drawOwn = await pairOnBackground();
  await drawPairs(PAIRS_WATCHED, drawOwn);
  const withOwn = (process.memoryUsage.rss() - idleRss) / 1e6;
  console.log(
    `own artwork on the page of a PDF: ${(await ratioOf(drawOwn, drawPair)).toFixed(2)} times as long as the built-in layout (at most 1.5); memory after ${PAIRS_WATCHED} pairs more: ${withOwn.toFixed(0)} MB more than idle (at most 300)`,
  );

  const ours = await msEach(PAIRS_COMPARED, drawPair);
  await closeRenderer();
  const theirs = await chromiumMsEach();
  console.log(
    `a PNG and PDF pair: ${ours.toFixed(1)} ms, warm Chromium ${theirs.toFixed(1)} ms: ${(theirs / ours).toFixed(1)} times as fast (at least 2.5)`,
  );
}

if (import.meta.main) await run();
