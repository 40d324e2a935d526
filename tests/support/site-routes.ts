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

/** The route table in the router's format. The handle of a leaf has its pattern and file. */
export const routeTable = (routes as RouteConfigEntry[]).map((entry) => asObject(entry));
const leavesOf = (list: RouteObject[]): Leaf[] =>
  list.flatMap(({ children, handle }) => (children ? leavesOf(children) : [handle as Leaf]));

/** The pattern of every page in app/routes.ts, such as `/course/:id`. */
export const PAGE_ROUTES = leavesOf(routeTable)
  .filter(({ file }) => file.endsWith('.tsx'))
  .map(({ pattern }) => pattern);

/** The pattern of the route that matches a path. `/*` is the not-found page's. */
export const routeOf = (pathname: string): string | undefined =>
  (matchRoutes(routeTable, pathname)?.at(-1)?.route.handle as Leaf | undefined)?.pattern;
