import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hydrated, openContext, sharedBrowser } from '#tests/support/browser.ts';
import { type Answer, crawl, elements, STARTS } from '#tests/support/crawl.ts';
import { type ProxyMode, startFlakyProxy } from '#tests/support/flaky-proxy.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';
import { routeOf } from '#tests/support/site-routes.ts';

// A page reloads itself for a search, a filter, a tab, a lesson or a dialog. When that request fails, the page must stay.

const NO_ANSWER = 'The server did not answer.';

type Row = {
  viewer: Viewer;
  /** The text of the alert. */
  text?: string;
  /** The changes that need no data from the server. */
  views?: RegExp;
};

/** Every page with a search, filter, tab or dialog. */
const PAGES: Record<string, Row> = {
  '/admin/audit': { viewer: 'issuer' },
  '/admin/course-videos': { viewer: 'issuer', views: /./ },
  '/admin/courses': { viewer: 'issuer', views: /^link delete$/ },
  '/admin/courses/:id/learners': { viewer: 'issuer' },
  '/admin/courses/:id/lessons/:lessonId': { viewer: 'issuer' },
  '/admin/courses/:id/lessons/new': { viewer: 'issuer' },
  '/admin/designs': { viewer: 'issuer' },
  '/admin/designs/new': { viewer: 'issuer' },
  '/admin/fields': { viewer: 'issuer' },
  '/admin/fields/:id': { viewer: 'issuer' },
  '/admin/fields/new': { viewer: 'issuer' },
  '/admin/issued-certificates': { viewer: 'issuer', text: 'Failed to fetch issued certificates.' },
  '/admin/support': { viewer: 'super admin' },
  '/admin/update': { viewer: 'super admin' },
  '/admin/verified-certificates': { viewer: 'issuer' },
  '/colleges': { viewer: 'corporate' },
  '/course-details': { viewer: 'corporate' },
  '/course/:id': { viewer: 'corporate' },
  '/course/:id/purchase': { viewer: 'corporate' },
  '/courses': { viewer: 'corporate' },
  '/explore': { viewer: 'corporate' },
  '/my-certificates': { viewer: 'corporate' },
  '/payments': { viewer: 'corporate' },
  '/payments/statements': { viewer: 'corporate' },
  '/search': { viewer: 'corporate' },
  '/students': { viewer: 'corporate' },
  '/superadmin/accounts': { viewer: 'super admin' },
  '/superadmin/audit': { viewer: 'super admin' },
  '/superadmin/courses': { viewer: 'super admin' },
  '/superadmin/credit': { viewer: 'super admin' },
  '/superadmin/issued-certificates': { viewer: 'super admin' },
  '/superadmin/payments': { viewer: 'super admin' },
  '/superadmin/verified-certificates': {
    viewer: 'super admin',
    text: 'Failed to fetch verified certificates',
  },
  '/tracing': { viewer: 'corporate' },
  '/tracking': { viewer: 'corporate' },
  '/verify': { viewer: 'corporate' },
};

const FAULTS: [string, ProxyMode][] = [
  ['no answer', 'dead'],
  ['a 502', '502'],
  ['a foreign 200', 'foreign'],
  ['an answer that is cut in the middle', 'cut'],
];

let proxy: Awaited<ReturnType<typeof startFlakyProxy>>;
let server: Awaited<ReturnType<typeof startSample>>;
let page: Page;
const reloads = new Map<Viewer, Map<string, Found>>();
const cookies = new Map<Viewer, string>();

const VIEWERS_WITH_LISTS = ['corporate', 'issuer', 'super admin'] as const;

beforeAll(async () => {
  proxy = await startFlakyProxy();
  server = await startSample({ env: { APP_URL: proxy.url } });
  proxy.forwardTo(server.port);
  for (const viewer of VIEWERS_WITH_LISTS) {
    const cookie = await logIn(proxy.url, viewer);
    cookies.set(viewer, cookie);
    reloads.set(viewer, findChanges((await crawl(proxy.url, cookie, ['/dashboard', ...STARTS])).values()));
  }
  const context = await openContext(await sharedBrowser());
  page = await context.newPage();
});
afterAll(async () => {
  await page?.context().close();
  await server?.stop();
  await proxy?.stop();
});

const namesIn = (search: string) => [...new URLSearchParams(search).keys()].sort().join();

/** The query names of links and GET forms that lead to the same page: one of each kind. `Load more` is a fetcher's. */
function changesOf({ html, path }: Answer): string[] {
  const here = new URL(path, 'http://site');
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const targets = elements(main, 'a').flatMap(({ attributes, inner }) => {
    const url = new URL(attributes.get('href') ?? '/', here);
    const isSame = url.origin === here.origin && url.pathname === here.pathname && !url.hash;
    return isSame && url.search !== here.search && !/Load more/.test(inner)
      ? [`link ${namesIn(url.search)}`]
      : [];
  });
  const hasForm = elements(main, 'form').some(({ attributes }) => {
    const action = new URL(attributes.get('action') ?? path, here);
    return (attributes.get('method') ?? 'get') === 'get' && action.pathname === here.pathname;
  });
  return [...new Set([...targets, ...(hasForm ? ['form'] : [])])];
}

const queryLength = (path: string) => new URL(path, 'http://site').searchParams.size;

type Found = { path: string; changes: string[] };

/** For each route, the page on which a viewer finds the most changes, of those with the shortest query. */
function findChanges(answers: Iterable<Answer>): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const answer of answers) {
    const route = routeOf(answer.path.split('?', 1)[0] ?? '') ?? '';
    if (!answer.html || answer.status !== 200 || route.startsWith('/dev/')) continue;
    const changes = changesOf(answer);
    const known = found.get(route);
    const fewer = known ? queryLength(known.path) - queryLength(answer.path) : 1;
    const isBetter = fewer > 0 || (fewer === 0 && changes.length > (known?.changes.length ?? 0));
    if (changes.length > 0 && isBetter) found.set(route, { path: answer.path, changes });
  }
  return found;
}

it('the table has every page that reloads itself', () => {
  const found = [...reloads.values()].flatMap((pages) => [...pages.keys()]);
  expect([...new Set(found)].sort()).toEqual(Object.keys(PAGES).sort());
});

/** The texts of the page, one for each text node. */
const shownTexts = () =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.querySelector('main') as HTMLElement,
      NodeFilter.SHOW_TEXT,
    );
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
    return texts;
  });

const alert = () => page.locator('main .not-reloaded .alert[role="alert"]');

/** What a search is for: an ID, which a form for one takes too. */
const WORDS = '7K3M-9QZX-2HVB-4TND';
const words = () =>
  page.locator('main form[method="get"] :is(input[type="search"], input[type="text"])').first();

/** Makes the change in the page: submits the search, or follows a link with these query names. */
async function change(kind: string) {
  if (kind === 'form') {
    if ((await words().count()) > 0) await words().fill(WORDS);
    await page.evaluate(() => {
      const forms = [...document.querySelectorAll<HTMLFormElement>('main form')];
      forms
        .find(({ method, action }) => method === 'get' && new URL(action).pathname === location.pathname)
        ?.requestSubmit();
    });
    return;
  }
  const names = kind.slice('link '.length);
  await page.evaluate((wanted) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')];
    const link = links.find(({ href, hash, textContent }) => {
      const url = new URL(href);
      const isSame = url.pathname === location.pathname && url.search !== location.search && hash === '';
      const isMore = /Load more/.test(textContent);
      return isSame && !isMore && [...new URLSearchParams(url.search).keys()].sort().join() === wanted;
    });
    if (!link) throw new Error(`no link with ${wanted}`);
    link.click();
  }, names);
}

/** @param text of the alert, or null for a change that needs no data from the server and works without it */
async function staysAndRetries(kind: string, mode: ProxyMode, text: string | null) {
  const [before, url] = [await shownTexts(), page.url()];
  proxy.setMode(mode);
  await change(kind);
  await (text === null ? page.waitForURL((current) => current.href !== url) : alert().waitFor());
  const missing = async () => {
    const shown = new Set(await shownTexts());
    return before.filter((wanted) => !shown.has(wanted));
  };
  await expect.poll(missing).toEqual([]);
  if (kind === 'form' && (await words().count()) > 0) expect(await words().inputValue()).toBe(WORDS);
  if (text !== null) expect(await alert().textContent()).toContain(text);
  proxy.setMode('up');
  if (text !== null) await alert().getByRole('link', { name: 'Try again' }).click();
  await alert().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}

/** All pages reload by the same code, so that each meets one of the faults in turn, and the first page meets all. */
const CASES = Object.entries(PAGES).flatMap(([route, options], index) =>
  FAULTS.filter((_, fault) => index === 0 || fault === index % FAULTS.length).map(
    ([fault, mode]) => [route, fault, mode, options] as const,
  ),
);

it.each(CASES)('%s stays when its own reload gets %s', async (route, _, mode, options) => {
  const { viewer, text = NO_ANSWER, views } = options;
  const found = reloads.get(viewer)?.get(route);
  if (!found) throw new Error(`${viewer} does not reach ${route}`);
  for (const kind of found.changes) {
    proxy.setMode('up');
    await page.context().clearCookies();
    await addSession(page.context(), proxy.url, cookies.get(viewer) ?? '');
    await page.goto(proxy.url + found.path);
    await hydrated(page, 'main');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await staysAndRetries(kind, mode, views?.test(kind) ? null : text);
  }
});
