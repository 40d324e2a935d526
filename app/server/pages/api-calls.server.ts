import type { Context } from 'hono';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Edge, Middleware } from '#app/server/edge/edge.server.ts';
import { toErrorResponse } from '#app/server/edge/http-error.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { setActor } from '#app/server/session/identify.server.ts';
import { inTurnOfAsker } from './render-queue.server.ts';

type Dispatch = (call: {
  request: Request;
  params: Record<string, string>;
  context: RouterContextProvider;
}) => Promise<Response> | Response;

/**
 * API calls by their path in app/routes.ts. They skip React Router, whose matching and middleware take longer than many calls
 * (docs/decisions/0016-edge-on-hono.md). A path in another spelling reaches the same call through the router.
 */
export function apiCalls(build: ServerBuild) {
  return Object.values(build.routes).flatMap((route) => {
    const { loader, action } = route?.module ?? {};
    const handle: RouteNeeds | undefined = route?.module.handle ?? undefined;
    const isCall = route?.path?.startsWith('api/v1/') || handle?.api;
    // api() exports its dispatcher as both loader and action (routes/api/v1/respond.ts).
    if (!route || !isCall || !loader || loader !== action) return [];
    const dispatch = loader as unknown as Dispatch;
    const path = `/${route.path}`;
    const handler = (c: Context<Edge>) => {
      c.env.matched.route = path;
      const context = c.var.routerContext;
      setActor(c.req.raw, context);
      return inTurnOfAsker(c, () => dispatch({ request: c.req.raw, params: c.req.param(), context }));
    };
    return [{ path, handler }];
  });
}

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
