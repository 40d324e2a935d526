import { useEffect } from 'react';
import { matchRoutes, type RouteObject, useBlocker, useMatches } from 'react-router';

type ManifestRoute = { id: string; parentId?: string; path?: string; index?: boolean } & {
  module: string;
  imports?: string[];
};
type Manifest = { routes: Record<string, ManifestRoute> };

/** IDs of routes whose code is loaded. */
const loaded = new Set<string>();
const preloaded = new Set<string>();

const manifestRoutes = () =>
  Object.values((window as { __reactRouterManifest?: Manifest }).__reactRouterManifest?.routes ?? {});

const treeBelow = (parentId: string | undefined, routes: ManifestRoute[]): RouteObject[] =>
  routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: treeBelow(id, routes) },
    );

let tree: RouteObject[] | undefined;

/** The routes of a page whose code is not loaded yet. */
function missingCode(pathname: string): ManifestRoute[] {
  const routes = manifestRoutes();
  tree ??= treeBelow(undefined, routes);
  const ids = new Set(matchRoutes(tree, pathname)?.map(({ route }) => route.id));
  return routes.filter(({ id }) => ids.has(id) && !loaded.has(id));
}

/** Loads a file into the browser's cache. @throws Error unless the whole script arrives */
async function cacheScript(url: string) {
  const response = await fetch(url);
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.includes('javascript')) throw new TypeError(`no script at ${url}`);
  await response.arrayBuffer();
}

/**
 * Loads the code of a route into the browser's cache, where React Router finds it. An import that fails would fail again without a
 * request, because browsers remember the failure.
 * @throws TypeError without a response, or one of another site
 */
async function loadCode({ id, module, imports = [] }: ManifestRoute) {
  await Promise.all([module, ...imports].map(cacheScript));
  loaded.add(id);
}

/**
 * Keeps the page on screen until the code of the next one is loaded. React Router reloads the document when code does not load, which
 * without a connection shows the browser's own error page.
 * @param onFailure gets the URL of the page whose code did not load
 */
export function useCodeBeforePage(onFailure: (to: string) => void) {
  const matches = useMatches();
  useEffect(() => {
    for (const { id } of matches) loaded.add(id);
  }, [matches]);
  const blocker = useBlocker(({ nextLocation }) => missingCode(nextLocation.pathname).length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each blocked navigation
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location, proceed, reset } = blocker;
    Promise.all(missingCode(location.pathname).map(loadCode)).then(proceed, () => {
      reset();
      onFailure(location.pathname + location.search + location.hash);
    });
  }, [blocker.state]);
}

/** Loads the code of the current frame's pages once the browser is idle, so that a navigation waits only for its data. */
export function usePreloadPages() {
  const frame = useMatches()[1]?.id;
  useEffect(() => {
    const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    if (!frame || saveData || preloaded.has(frame)) return;
    const preload = () => {
      preloaded.add(frame);
      for (const route of manifestRoutes()) {
        // Code that fails to load now is loaded again when its page is opened.
        if (route.parentId === frame) void loadCode(route).catch(() => undefined);
      }
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, 2_000);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload, { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }, [frame]);
}
