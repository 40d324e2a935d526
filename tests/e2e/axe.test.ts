import axeCore, { type RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Answer, crawl, kindOf, STARTS } from '#tests/support/crawl.ts';
import { logIn, VIEWERS, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, sampleSite } from '#tests/support/sample-site.ts';
import { PAGE_ROUTES, routeOf } from '#tests/support/site-routes.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const site = sampleSite();
/** What the pages of each route that were looked at are made of. */
const parts = new Map<string, Set<string>>();
/** The same as the server sends them, before scripts have touched them. */
const sent = new Map<string, Set<string>>();
/** Routes whose forms were sent empty. */
const refused = new Set<string>();

/** What a page is made of, without its words and addresses. */
const partsOf = (html: string) =>
  [
    ...html
      .replace(/<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>|<svg[\s\S]*?<\/svg>/g, '')
      .matchAll(/<[a-z][^>]*>/g),
  ].map(([tag]) =>
    tag.replace(
      /\s(?:href|src|id|for|value|name|action|content|nonce|alt|open|checked|selected|aria-[a-z]+|popovertarget)(?:="[^"]*")?(?=[\s/>])/gi,
      '',
    ),
  );

/** Whether a page of this route that is made of the same parts has been looked at; from now on, it has. */
function isKnown(route: string, html: string, seen = parts): boolean {
  const known = seen.get(route) ?? new Set<string>();
  const fresh = partsOf(html).filter((part) => !known.has(part));
  seen.set(route, new Set([...known, ...fresh]));
  return fresh.length === 0;
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

/** Shows a page in this theme, and waits until it is painted: colours change in a transition, however short. */
async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

const CHECKS: Check[] = [
  { name: 'light', run: (page) => axe(page) },
  {
    name: 'dark',
    async run(page) {
      await showIn(page, 'dark');
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

/** Pages that a visitor comes to from elsewhere: from a mail, or by mistake. */
const ASTRAY = ['/nothing-here', '/reset-password/an-old-token', '/verify/an-old-token'];

const routeAt = (address: string) => routeOf(new URL(address, site.server.url).pathname) ?? '';

/** Every check of a page as it stands now, unless one made of the same parts has been checked. */
async function inspect(page: Page, name: string): Promise<string[]> {
  if (isKnown(routeAt(page.url()), await page.content())) return [];
  await page.setViewportSize(WIDE);
  await showIn(page, 'light');
  const found: string[] = [];
  for (const check of CHECKS) {
    for (const fault of await check.run(page)) found.push(`${name}, ${check.name}: ${fault}`);
  }
  return found;
}

/** Sends the page's forms that something can be typed into with nothing typed: each answer shows what was wrong. */
async function inspectRefusals(page: Page, url: string): Promise<string[]> {
  const route = routeAt(url);
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
    if (new URL(page.url()).pathname !== new URL(url, site.server.url).pathname) break;
  }
  return found;
}

async function contextOf(viewer: Viewer): Promise<{ context: BrowserContext; cookie: string }> {
  const cookie = await logIn(site.server.url, viewer);
  const context = await site.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  await addSession(context, site.server.url, cookie);
  return { context, cookie };
}

describe.each(VIEWERS)('every page, as %s', (viewer) => {
  it('is for everyone', { timeout: 120_000 }, async () => {
    const { context, cookie } = await contextOf(viewer);
    const answers = await crawl(site.server.url, cookie, [
      ...(viewer === 'visitor' ? ASTRAY : ['/dashboard']),
      ...STARTS,
    ]);
    const kinds = new Map<string, Answer>();
    for (const answer of answers.values()) {
      // Empty and filled lists of one route are different pages.
      const kind = `${kindOf(answer.path)} ${answer.status} ${answer.html.includes('class="empty"')}`;
      if (answer.html && !kinds.has(kind)) kinds.set(kind, answer);
    }
    const found: string[] = [];
    const page = await context.newPage();
    for (const { path, html } of kinds.values()) {
      if (isKnown(routeAt(path), html, sent)) continue;
      await page.goto(site.server.url + path, { waitUntil: 'load' });
      found.push(...(await inspect(page, path)));
      if (!path.startsWith('/dev/')) found.push(...(await inspectRefusals(page, path)));
    }
    await context.close();
    expect(found).toEqual([]);
  });
});

it('the way through issuing, look-up and payment is for everyone', { timeout: 120_000 }, async () => {
  const found: string[] = [];
  const { context: issuer } = await contextOf('issuer');
  const desk = await issuer.newPage();
  await desk.goto(`${site.server.url}/admin/issue-certificate`);
  await desk.getByLabel('Student Email').fill('ingrid@students.example');
  await desk.getByLabel('Student Name').fill('Ingrid Sørensen');
  await desk.getByLabel('Course Name').fill('Distributed Systems');
  await desk.getByLabel('Issue Date').fill('2026-02-28');
  await desk.getByRole('button', { name: 'Issue Certificate' }).click();
  await desk.getByRole('link', { name: 'View PDF' }).waitFor();
  found.push(...(await inspect(desk, 'a certificate issued')));
  const uniqueId = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(await desk.locator('main').innerText())?.[0] ?? '';
  await issuer.close();

  const { context: verifier } = await contextOf('newcomer');
  const page = await verifier.newPage();
  await page.goto(`${site.server.url}/verify`);
  await page.getByPlaceholder('Enter certificate ID').fill(uniqueId);
  await page.getByRole('button', { name: 'Pay to Verify' }).click();
  await page.waitForURL(`${site.server.url}/verify/payment`);
  found.push(...(await inspect(page, 'a payment')));
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await page.getByPlaceholder('Valid Card Number').fill('4000 0000 0000 0002');
  await page.getByPlaceholder('MM').fill('13');
  await page.getByPlaceholder('YY').fill('39');
  await page.getByPlaceholder('CV').fill('123');
  await pay.click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  found.push(...(await inspect(page, 'a payment refused')));
  await page.getByPlaceholder('Valid Card Number').fill('4242 4242 4242 4242');
  await page.getByPlaceholder('MM').fill('12');
  await page.getByPlaceholder('YY').fill('39');
  await page.getByPlaceholder('CV').fill('123');
  await pay.click();
  await page.getByText("Payment Successful! Here's your Certificate").waitFor();
  found.push(...(await inspect(page, 'a payment made')));
  await verifier.close();
  expect(found).toEqual([]);
});

it('a selection to revoke and a batch are for everyone', { timeout: 120_000 }, async () => {
  const found: string[] = [];
  for (const [viewer, area] of [
    ['issuer', 'admin'],
    ['super admin', 'superadmin'],
  ] as const) {
    const { context } = await contextOf(viewer);
    const page = await context.newPage();
    await page.goto(`${site.server.url}/${area}/issued-certificates`);
    await page.locator('input[type="checkbox"][name="id"]').first().check();
    await page.getByRole('button', { name: 'Revoke Selected' }).click();
    await page.getByRole('heading', { name: 'Revoke certificate' }).waitFor();
    found.push(...(await inspect(page, `a selection of the ${viewer}`)));
    await context.close();
  }
  const { context } = await contextOf('issuer');
  const page = await context.newPage();
  await page.goto(`${site.server.url}/admin/batches`);
  const rows = ['studentName,studentEmail,courseName,issueDate', 'Ada,ada@students.example,Logic,2026-02-28'];
  await page.getByLabel('CSV file').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([...rows, 'Bob,not an address,Logic,2026-02-30'].join('\n')),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/\/admin\/batches\/[^/]+$/);
  found.push(...(await inspect(page, 'a batch')));
  await context.close();
  expect(found).toEqual([]);
});

it('every page route of the table was looked at', () => {
  expect(PAGE_ROUTES.filter((route) => !parts.has(route))).toEqual([]);
});
