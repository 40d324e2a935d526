import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import routes from '#app/routes.ts';

type Leaf = { pattern: string; file: string };

const asObject = ({ path, children, file, index }: RouteConfigEntry, parent = ''): RouteObject => {
  const pattern = [parent, path?.replace(/^\//, '')].filter(Boolean).join('/');
  const handle: Leaf = { pattern: `/${pattern}`, file };
  return children?.length
    ? { path, handle, children: children.map((child) => asObject(child, pattern)) }
    : { path: path ?? '', handle, ...(index && { index: true }) };
};

/** The route table as the router matches it; each leaf's handle names its pattern and its file. */
export const routeTable = (routes as RouteConfigEntry[]).map((entry) => asObject(entry));
const leavesOf = (list: RouteObject[]): Leaf[] =>
  list.flatMap(({ children, handle }) => (children ? leavesOf(children) : [handle as Leaf]));

/** Every route of app/routes.ts that shows a page, as `/course/:id`. */
export const PAGE_ROUTES = leavesOf(routeTable)
  .filter(({ file }) => file.endsWith('.tsx'))
  .map(({ pattern }) => pattern);

/** Every path of the API, as `/api/v1/course/:id`. */
export const API_PATHS = leavesOf(routeTable)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.startsWith('/api/v1/'));

/** The route that answers a path, as it stands in app/routes.ts; `*` is the not-found page's. */
export const routeOf = (pathname: string): string | undefined =>
  (matchRoutes(routeTable, pathname)?.at(-1)?.route.handle as Leaf | undefined)?.pattern;
