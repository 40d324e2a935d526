import type { Handler } from 'hono';
import { matchRoutes, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Edge, Middleware } from '#app/server/edge/edge.server.ts';
import { toErrorResponse } from '#app/server/edge/http-error.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { requestContext } from '#app/server/session/context.server.ts';
import { setActor } from '#app/server/session/identify.server.ts';
import { inTurnOfAsker } from './render-queue.server.ts';

type Arguments = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};

export type Dispatch = (call: Arguments) => Promise<Response> | Response;

/** The calls of a path, one a method, and what they need from the edge. */
export type ApiCalls = { needs: RouteNeeds; dispatch: Dispatch };

type CallsByPath = ReadonlyMap<string, ApiCalls>;

/**
 * The loader and action of the route of all calls: finds a call by its path, in any spelling that the router accepts.
 * @param calls the calls by path below /api/v1
 * @param unknown the response for other paths
 */
export function callsRoute(calls: CallsByPath, unknown: (request: Request) => Response) {
  const routes = [...calls].map(([path, handle]) => ({ path: `/api/v1/${path}`, handle }));
  const find = (args: Arguments & { url: URL }) => {
    const [match] = matchRoutes(routes, args.url.pathname) ?? [];
    if (!match) return unknown(args.request);
    const { matched } = args.context.get(requestContext);
    if (matched) matched.route = match.route.path;
    return match.route.handle.dispatch({ ...args, params: match.params });
  };
  return Object.assign(find, { calls });
}

/** A path for sorting: parameters come after everything else. */
const shape = (path: string) => path.replace(/:\w+/g, '~');

/**
 * The declared calls of a build, and those of other routes that programs call like the API. Hono runs the first that matches, so
 * `members/tokens` comes before `members/:userId`.
 */
export const declaredCalls = (build: ServerBuild) =>
  Object.values(build.routes)
    .flatMap((route): (ApiCalls & { path: string })[] => {
      const loader = route?.module.loader as (Dispatch & { calls?: CallsByPath }) | undefined;
      const needs: RouteNeeds = route?.module.handle ?? {};
      if (loader && needs.api) return [{ path: `/${route?.path}`, needs, dispatch: loader }];
      return [...(loader?.calls ?? [])].map(([path, calls]) => ({ ...calls, path: `/api/v1/${path}` }));
    })
    .toSorted((a, b) => (shape(a.path) < shape(b.path) ? -1 : 1));

/**
 * Runs the calls of a path. They skip React Router, whose matching and middleware take longer than many calls
 * (docs/decisions/0016-edge-on-hono.md). A path in another spelling reaches the same call through the router.
 */
export const runCalls =
  (path: string, dispatch: Dispatch): Handler<Edge> =>
  (c) => {
    c.env.matched.route = path;
    const context = c.var.routerContext;
    setActor(c.req.raw, context);
    return inTurnOfAsker(c, () => dispatch({ request: c.req.raw, params: c.req.param(), context }));
  };

const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

/** Converts errors under /api to JSON if React Router made them: no route, unsupported method, crash. */
export const jsonErrors: Middleware = async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (!c.env.kind.api || status < 400 || JSON_TYPE.test(headers.get('Content-Type') ?? '')) return;
  void c.res.body?.cancel().catch(() => undefined);
  const allow = headers.get('Allow');
  c.res = undefined;
  const accept = c.req.header('accept');
  c.res = toErrorResponse({ status, kind: c.env.kind, accept, headers: allow ? { Allow: allow } : {} });
};
