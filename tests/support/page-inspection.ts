import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { routeOf } from './site-routes.ts';

/** The viewport in which pages are opened. */
export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 320, height: 640 };
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The tags of a page without texts, URLs and other attributes that vary. */
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

/** The inspected routes, and for each part the routes on which it was inspected. */
type Seen = { routes: Set<string>; parts: Map<string, Set<string>> };

const nothingSeen = (): Seen => ({ routes: new Set(), parts: new Map() });
const inBrowser = nothingSeen();
/** The same for pages as the server sends them, before hydration. */
const asSent = nothingSeen();
/** Routes whose forms were submitted empty. */
const refused = new Set<string>();

/** A part that was inspected on this many routes is shared by pages and need not be inspected again. */
const SHARED_BY = 2;

/**
 * Whether every part of this page was already inspected, on its own route or on two others, like the frame of
 * logged-in viewers. The first page of a route is always new. Marks this page as inspected.
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

/** Runs axe. It is evaluated once per document and reports only violations, because both take most of its time. */
async function axe(page: Page, runOnly: RunOptions['runOnly'] = STANDARD): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  // What lies half under the bar of a page has no room for a finger there.
  await page.evaluate(() => window.scrollTo(0, 0));
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

/** Up to three elements that make a page scroll sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > width + 1 || (document.documentElement.dir === 'rtl' && left < -1);
    });
    return wide
      .filter((element) => ![...element.children].some((child) => wide.includes(child)))
      .slice(0, 3)
      .map(({ tagName, className }) => `scrolls sideways: ${tagName}.${className}`)
      .concat(wide.length ? [] : ['scrolls sideways']);
  });

/** Up to three boxes that cut off text. An ellipsis and text for screen readers are meant to. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((box) => {
        if (box.clientWidth <= 1 || box.scrollWidth <= box.clientWidth + 1) return false;
        const { overflowX, textOverflow } = getComputedStyle(box);
        if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis') return false;
        const { left, right } = box.getBoundingClientRect();
        const isLeftward = getComputedStyle(box).direction === 'rtl';
        return [...box.querySelectorAll(':not([aria-hidden], [aria-hidden] *)')].some((child) => {
          const at = child.getBoundingClientRect();
          return child.textContent?.trim() && (isLeftward ? at.left < left - 1 : at.right > right + 1);
        });
      })
      .slice(0, 3)
      .map(({ tagName, className }) => `cuts off text: ${tagName}.${className}`),
  );

/** Up to three fields that are too narrow for a word or two, and paragraphs that what stands beside them makes a narrow column. */
const squeezed = (page: Page) =>
  page.evaluate(() => {
    const TYPED =
      'input:is(:not([type]), [type="text"], [type="email"], [type="password"], [type="search"], [type="url"])';
    const fields = [...document.body.querySelectorAll(`:is(${TYPED}, select, textarea)`)].filter((field) => {
      const { width } = field.getBoundingClientRect();
      return width > 1 && width < 100;
    });
    const columns = [...document.body.querySelectorAll('p, h2, h3')].filter((text) => {
      const { width, height } = text.getBoundingClientRect();
      return (
        width > 1 && width < 100 && height > 4 * Number.parseFloat(getComputedStyle(text).lineHeight) + 1
      );
    });
    return [...fields, ...columns]
      .slice(0, 3)
      .map(
        (box) =>
          `squeezes ${box.tagName}.${box.className} ${box.getAttribute('name') ?? box.textContent?.slice(0, 40)}`,
      );
  });

/** Up to three links in a text or a cell that look like the text around them. */
const hiddenLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(p, td, .alert) a')]
      .filter((link) => {
        const own = getComputedStyle(link);
        const around = getComputedStyle(link.parentElement as Element);
        return own.display === 'inline' && own.textDecorationLine === 'none' && own.color === around.color;
      })
      .slice(0, 3)
      .map(({ textContent }) => `looks like text, but is a link: ${textContent}`),
  );

/** Switches a page to dark colours and waits until it is painted, because colours change in a short transition. */
async function showDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

const CHECKS: Check[] = [
  { name: 'light', run: async (page) => [...(await axe(page)), ...(await hiddenLinks(page))] },
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
      return [
        ...(await overflow(page)),
        ...(await cutOff(page)),
        ...(await squeezed(page)),
        ...(await axe(page, { type: 'rule', values: ['target-size'] })),
      ];
    },
  },
  {
    // Half the viewport is what a zoom of 200 % shows.
    name: 'at 200 %',
    async run(page) {
      await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
      return overflow(page);
    },
  },
];

/** What axe and a width of 320 px find on the current page. */
export async function inspectNarrow(page: Page, name: string): Promise<string[]> {
  await page.setViewportSize(NARROW);
  const found = [
    ...(await overflow(page)),
    ...(await cutOff(page)),
    ...(await squeezed(page)),
    ...(await axe(page)),
  ];
  return found.map((fault) => `${name}: ${fault}`);
}

/** The same of a page without JavaScript, in a copy with it, because axe is a script itself. */
export async function inspectCopy(page: Page, name: string, open: () => Promise<Page>): Promise<string[]> {
  const body = (await page.content()).replace(/<script[\s\S]*?<\/script>/g, '');
  const copy = await open();
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
  await copy.goto(page.url());
  return inspectNarrow(copy, name);
}

const routeAt = (address: string) => routeOf(new URL(address).pathname) ?? '';

/** Runs every check on the current page, which must be light and wide, unless its parts were already inspected. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  if (isKnown(routeAt(page.url()), await page.content(), inBrowser)) return [];
  const found: string[] = [];
  for (const check of CHECKS) {
    for (const fault of await check.run(page)) found.push(`${name}, ${check.name}: ${fault}`);
  }
  // Restores the colours now, so that the next page need not wait for a transition.
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
}

/** Submits the page's forms with empty fields, and inspects the pages with errors. */
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

/** Opens and inspects a page and its forms' error pages, unless its HTML has only inspected parts. */
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

/** Pages in another language, which are only looked at in a width of 320 px. */
const inOtherLanguage = nothingSeen();

/** What a width of 320 px finds on a page, unless its HTML has only inspected parts. */
export async function openNarrow(page: Page, origin: string, path: string, html: string): Promise<string[]> {
  if (isKnown(routeOf(new URL(path, origin).pathname) ?? '', html, inOtherLanguage)) return [];
  await page.goto(origin + path, { waitUntil: 'load' });
  const found = [...(await overflow(page)), ...(await cutOff(page))];
  return found.map((fault) => `${path}: ${fault}`);
}

/** Whether a page of the route was inspected. */
export const wasInspected = (route: string) => inBrowser.routes.has(route);
