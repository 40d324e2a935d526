import { globSync, readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { groupOfPath, routesByFirstSegment } from '#app/server/pages/route-index.server.ts';
import { fetchPage } from '#tests/support/handler.ts';

const { routes } = (await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).href
)) as ServerBuild;

const toTree = (all: ServerBuild['routes'], parentId: string | undefined): RouteObject[] =>
  Object.values(all).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: toTree(all, id) }];
  });

const matched = (tree: RouteObject[], path: string) => matchRoutes(tree, path)?.map(({ route }) => route.id);

it('matches each path to the same routes with the group of its first segment as with all routes', () => {
  const all = toTree(routes, undefined);
  const groups = new Map<string | null, RouteObject[]>(
    [...routesByFirstSegment(routes)].map(([segment, group]) => [segment, toTree(group, undefined)]),
  );
  const paths = Object.values(routes).flatMap((route) => {
    const path = `/${(route?.path ?? '').replace(/^\//, '')}`;
    const filled = path.replace(/:\w+/g, 'something').replace('*', 'a/b');
    return [filled, `${filled.toUpperCase()}/unknown`, `/${filled}`];
  });
  expect(paths.length).toBeGreaterThan(200);
  for (const path of paths) {
    const tree = groups.get(groupOfPath(path)) ?? all;
    expect([path, matched(tree, path)]).toEqual([path, matched(all, path)]);
  }
});

it('lists every page in the manifest of the browser, which shows an error for others', () => {
  const [file = ''] = globSync('build/client/assets/manifest-*.js');
  const manifest = readFileSync(file, 'utf8');
  const pages = Object.values(routes).filter((route) => route?.module.default);
  expect(pages.length).toBeGreaterThan(70);
  for (const page of pages) expect(manifest).toContain(`"${page?.id}":{`);
});

it('leaves a third of the routes at most for any first segment', () => {
  const most = Object.keys(routes).length / 3;
  for (const [segment, group] of routesByFirstSegment(routes)) {
    if (segment !== 'api') expect([segment, Object.keys(group).length < most]).toEqual([segment, true]);
  }
});

it.each(['/faq', '/FAQ', '/%66aq', '/faq/'])('serves a page at %s', async (path) => {
  const page = await fetchPage(path);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
});
