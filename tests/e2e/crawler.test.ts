import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, crawl, elements, linksOf, STARTS, textOf } from '#tests/support/crawl.ts';
import { logIn, VIEWERS, type Viewer } from '#tests/support/sample-people.ts';
import { startServer } from '#tests/support/server.ts';
import { routeOf } from '#tests/support/site-routes.ts';

let server: Awaited<ReturnType<typeof startServer>>;
const visited = new Map<Viewer, Map<string, Answer>>();

beforeAll(async () => {
  server = await startServer({ script: 'tests/support/serve-sample.ts' });
});

afterAll(() => server.stop());

const pages = (viewer: Viewer) =>
  [...(visited.get(viewer)?.values() ?? [])].filter(({ html }) => html !== '');

/** An issuer who waits for approval is shown where it will work, and is told there why not yet. */
const mayBeRefused = (viewer: Viewer, { path, status }: Answer) =>
  viewer === 'pending issuer' && status === 403 && /^\/(?:admin\/|dashboard$)/.test(path);

/** What is wrong with a page by itself. */
function faults({ html, status }: Answer): string[] {
  const found: string[] = [];
  const say = (wrong: boolean, text: string) => wrong && found.push(text);
  // The picture inside an SVG has a title too.
  const head = html.replaceAll(/<svg[\s\S]*?<\/svg>/g, '');
  const titles = elements(head, 'title');
  say(titles.length !== 1 || !textOf(titles[0]?.inner ?? ''), `${titles.length} titles`);
  const descriptions = elements(head, 'meta').filter(
    ({ attributes }) => attributes.get('name') === 'description',
  );
  const wanted = status < 400;
  say(
    wanted && (descriptions.length !== 1 || !descriptions[0]?.attributes.get('content')),
    `${descriptions.length} descriptions`,
  );
  const headings = elements(html, 'h1');
  say(headings.length !== 1 || !textOf(headings[0]?.inner ?? ''), `${headings.length} h1`);
  for (const { attributes } of elements(html, 'img')) {
    const whole = ['alt', 'width', 'height'].every((name) => attributes.has(name));
    say(!whole, `image ${attributes.get('src')} without alt, width or height`);
  }
  for (const { tag, attributes } of elements(html, 'script|style')) {
    say(!attributes.get('nonce'), `${tag} without nonce`);
  }
  say(/<[a-z][^>]*\s(?:style|on[a-z]+)="/i.test(html), 'an inline style or handler');
  const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  say(ids.size !== [...html.matchAll(/\sid="([^"]*)"/g)].length, 'an id twice');
  for (const { attributes, inner } of elements(html, 'a')) {
    const href = attributes.get('href');
    say(!href || href === '#' || /^javascript:/i.test(href), `dead link ${href}`);
    const named = attributes.get('aria-label') || attributes.get('aria-hidden') === 'true' || textOf(inner);
    say(!named, `link to ${href} without a name`);
    say(
      attributes.get('target') === '_blank' && !/noopener|noreferrer/.test(attributes.get('rel') ?? ''),
      `${href} opens a window that can reach back`,
    );
  }
  return found;
}

describe.each(VIEWERS)('every link, as %s', (viewer) => {
  beforeAll(async () => {
    const cookie = await logIn(server.url, viewer);
    const home = viewer === 'visitor' ? '/' : '/dashboard';
    visited.set(viewer, await crawl(server.url, cookie, [home, ...STARTS]));
  });

  it('leads somewhere', () => {
    const answers = [...(visited.get(viewer)?.values() ?? [])];
    expect(answers.length).toBeGreaterThan(20);
    const dead = answers
      .filter((answer) => answer.status >= 400 && !mayBeRefused(viewer, answer))
      .map(({ status, url, from }) => `${status} ${url} (on ${from})`);
    expect(dead).toEqual([]);
  });

  it('leads to a part of a page that is there', () => {
    const missing = pages(viewer).flatMap(({ html, path }) =>
      linksOf(html, path, server.url)
        .filter((link) => link.includes('#'))
        .filter((link) => {
          const [url = '', fragment = ''] = link.split('#');
          const target = url === path ? html : visited.get(viewer)?.get(url)?.html;
          return (
            target !== undefined && target !== '' && !target.includes(`id="${decodeURIComponent(fragment)}"`)
          );
        })
        .map((link) => `${link} (on ${path})`),
    );
    expect(missing).toEqual([]);
  });

  it('leads to whole pages', () => {
    expect(pages(viewer).flatMap((page) => faults(page).map((fault) => `${page.url}: ${fault}`))).toEqual([]);
  });

  it('leads to pages that are told apart by title and description', () => {
    const routesOf = { title: new Map<string, Set<string>>(), description: new Map<string, Set<string>>() };
    const note = (kind: keyof typeof routesOf, text: string, route: string) => {
      const routes = routesOf[kind].get(text) ?? new Set();
      routesOf[kind].set(text, routes.add(route));
    };
    for (const { html, path, status } of pages(viewer)) {
      if (status >= 400) continue;
      const route = routeOf(path.split('?', 1)[0] ?? '') ?? path;
      note('title', textOf(elements(html, 'title')[0]?.inner ?? ''), route);
      const description = elements(html, 'meta').find(
        ({ attributes }) => attributes.get('name') === 'description',
      );
      if (description) note('description', description.attributes.get('content') ?? '', route);
    }
    for (const texts of Object.values(routesOf)) {
      expect(
        [...texts].filter(([, routes]) => routes.size > 1).map(([text, routes]) => `${text}: ${[...routes]}`),
      ).toEqual([]);
    }
  });
});
