import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { routeOf } from './site-routes.ts';

/** The window in which pages are opened. */
export const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a page is made of, without its words and addresses. */
const partsOf = (html: string) =>
  [
    ...html
      .replace(/<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>|<svg[\s\S]*?<\/svg>/g, '')
      .matchAll(/<[a-z][^>]*>/g),
  ].map(([tag]) =>
    tag.replace(
      /\s(?:href|src|srcset|poster|id|for|value|name|action|content|nonce|alt|open|checked|selected|aria-[a-z]+|popovertarget)(?:="[^"]*")?(?=[\s/>])/gi,
      '',
    ),
  );

/** The routes on whose pages each part was looked at, by part. */
type Seen = { routes: Set<string>; parts: Map<string, Set<string>> };

const nothingSeen = (): Seen => ({ routes: new Set(), parts: new Map() });
const inBrowser = nothingSeen();
/** The same as the server sends them, before scripts have touched them. */
const asSent = nothingSeen();
/** Routes whose forms were sent empty. */
const refused = new Set<string>();

/** A part that was looked at on this many routes is a piece that pages share: on one more it proves nothing new. */
const SHARED_BY = 2;

/**
 * Whether pages that were looked at have every part of this one: pages of its own route, or of two others, as the frame
 * of signed-in viewers and the notices above the content. The first page of a route is always new. From now on, this page
 * was looked at.
 */
function isKnown(route: string, html: string, { routes, parts }: Seen): boolean {
  let known = routes.has(route);
  routes.add(route);
  for (const part of new Set(partsOf(html))) {
    const on = parts.get(part) ?? new Set();
    if (!on.has(route) && on.size < SHARED_BY) known = false;
    parts.set(part, on.add(route));
  }
  return known;
}

type Check = { name: string; run: (page: Page) => Promise<string[]> };

/** axe is evaluated once a document, and describes nothing but what it finds wrong: most of its time goes there. */
async function axe(page: Page, runOnly: RunOptions['runOnly'] = STANDARD): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as typeof window & { axe: typeof axeCore }).axe.run(options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${help}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
      );
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
}

/** What sticks out at the side of a page that can be scrolled there, at most three of it. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return wide
      .filter((element) => ![...element.children].some((child) => wide.includes(child)))
      .slice(0, 3)
      .map(({ tagName, className }) => `scrolls sideways: ${tagName}.${className}`)
      .concat(wide.length ? [] : ['scrolls sideways']);
  });

/** Shows a page in dark colours, and waits until it is painted: colours change in a transition, however short. */
async function showDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

const CHECKS: Check[] = [
  { name: 'light', run: (page) => axe(page) },
  {
    name: 'dark',
    async run(page) {
      await showDark(page);
      return axe(page, { type: 'rule', values: ['color-contrast'] });
    },
  },
  {
    name: '320 px wide',
    async run(page) {
      await page.setViewportSize(NARROW);
      return [...(await overflow(page)), ...(await axe(page, { type: 'rule', values: ['target-size'] }))];
    },
  },
  {
    // As wide as the wide window is when zoomed to 200 %.
    name: 'at 200 %',
    async run(page) {
      await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
      return overflow(page);
    },
  },
];

const routeAt = (address: string) => routeOf(new URL(address).pathname) ?? '';

/** Every check of a page as it stands now, in light colours and a wide window, unless one made of the same parts has been checked. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  if (isKnown(routeAt(page.url()), await page.content(), inBrowser)) return [];
  const found: string[] = [];
  for (const check of CHECKS) {
    for (const fault of await check.run(page)) found.push(`${name}, ${check.name}: ${fault}`);
  }
  // As before, for the next page: it then need not wait for its colours to change.
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
}

/** Sends the page's forms that something can be typed into with nothing typed: each answer shows what was wrong. */
async function inspectRefusals(page: Page, url: string): Promise<string[]> {
  const route = routeAt(page.url());
  if (refused.has(route)) return [];
  const forms = page.locator('main form[method="post" i]:has(input:not([type="hidden"]), textarea)');
  const found: string[] = [];
  for (let index = 0; index < (await forms.count()); index += 1) {
    refused.add(route);
    const answered = page.waitForNavigation({ waitUntil: 'load' });
    await forms.nth(index).evaluate((form: HTMLFormElement) => {
      for (const field of form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')) {
        if (!/radio|checkbox|file/.test(field.type)) field.value = '';
      }
      form.submit();
    });
    await answered;
    found.push(...(await inspect(page, `${url}, form ${index + 1} refused`)));
    if (new URL(page.url()).pathname !== new URL(url, page.url()).pathname) break;
  }
  return found;
}

/** Opens a page that the server sent and inspects it, and each refusal of its forms. */
export async function openAndInspect(
  page: Page,
  origin: string,
  path: string,
  html: string,
): Promise<string[]> {
  if (isKnown(routeOf(new URL(path, origin).pathname) ?? '', html, asSent)) return [];
  await page.goto(origin + path, { waitUntil: 'load' });
  const found = await inspect(page, path);
  if (!path.startsWith('/dev/')) found.push(...(await inspectRefusals(page, path)));
  return found;
}

/** Whether a page of the route was inspected. */
export const wasInspected = (route: string) => inBrowser.routes.has(route);
