import { useEffect } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';

type Code = { module: string; imports?: string[] };
type ManifestRoute = Code & { id: string; parentId?: string; path?: string; index?: boolean };
type Manifest = { entry: Code; routes: Record<string, ManifestRoute> };

/** IDs of routes whose code is loaded. */
const loaded = new Set<string>();

/** The build's manifest of the routes' code (scripts/shorten-manifest.ts). Undefined in development. */
const manifest = () => (window as { routeCode?: Manifest }).routeCode;
const manifestRoutes = () => Object.values(manifest()?.routes ?? {});

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

const filesOf = (code: Code | undefined) => (code ? [code.module, ...(code.imports ?? [])] : []);

/** Loads of files into the browser's cache, by URL. Routes share files. */
const cached = new Map<string, Promise<void>>();

/** @throws TypeError unless the whole script arrives */
async function cacheScript(url: string) {
  const response = await fetch(url);
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.includes('javascript')) throw new TypeError(`no script at ${url}`);
  await response.arrayBuffer();
}

function cacheOnce(url: string): Promise<void> {
  const known = cached.get(url);
  if (known) return known;
  const load = cacheScript(url);
  cached.set(url, load);
  load.catch(() => cached.delete(url));
  return load;
}

/**
 * Loads the code of a route into the browser's cache, where React Router finds it. An import that fails would fail again without a
 * request, because browsers remember the failure.
 * @throws TypeError without a response, or one of another site
 */
async function loadCode(route: ManifestRoute) {
  const running = [manifest()?.entry, ...manifestRoutes().filter(({ id }) => loaded.has(id))];
  const here = new Set(running.flatMap(filesOf));
  await Promise.all(
    filesOf(route)
      .filter((url) => !here.has(url))
      .map(cacheOnce),
  );
  loaded.add(route.id);
}

/** Notes routes that React Router has loaded. */
export function addLoadedCode(matches: readonly { id: string }[]) {
  for (const { id } of matches) loaded.add(id);
}

export const hasCode = (pathname: string) => missingCode(pathname).length === 0;

/** @throws TypeError as `loadCode` */
export const loadPageCode = (pathname: string) => Promise.all(missingCode(pathname).map(loadCode));

/** Loads the code of a page as soon as the pointer or the focus is on a link to it, so that a navigation waits only for its data. */
export function usePreloadPages() {
  useEffect(() => {
    const listeners = new AbortController();
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin !== location.origin) return;
      // Code that fails to load now is loaded again when its page is opened.
      for (const route of missingCode(link.pathname)) void loadCode(route).catch(() => undefined);
    };
    const options = { passive: true, signal: listeners.signal };
    for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, preload, options);
    return () => listeners.abort();
  }, []);
}
