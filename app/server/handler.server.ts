import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import { newId } from '#app/shared/ids.server.ts';
import { apiCalls, jsonErrors } from './api-calls.server.ts';
import {
  countAnswer,
  limitBody,
  rateLimit,
  rejectMalformed,
  requireOwnHost,
  requireSameSite,
} from './checks.server.ts';
import { classify } from './classify.server.ts';
import { compressText } from './compress.server.ts';
import type { Edge, Handler } from './edge.server.ts';
import { handleError } from './http-error.server.ts';
import { cachePages } from './page-cache.server.ts';
import { emptyHead, pageCaching } from './page-headers.server.ts';
import { queuePages } from './render-queue.server.ts';
import { NO_ROUTE } from './request-metrics.server.ts';
import { createRouteHandler } from './route-index.server.ts';
import { createContext, provideContext } from './router-context.server.ts';
import { securityHeaders } from './security-headers.server.ts';
import { staticFiles } from './static-files.server.ts';

export type HandlerOptions = {
  /** Folder of the built site's static files. Without it, none are served. */
  staticFolder?: string;
  /** Serves pages without a content security policy, because Vite's scripts have no nonce. */
  development?: boolean;
};

/**
 * Builds the handler of all requests. Middleware runs from top to bottom, and changes the response on the way back, from bottom
 * to top. The server and the tests call the same function.
 */
export function createHandler(build: ServerBuild, options: HandlerOptions = {}): Handler {
  const { staticFolder, development } = options;
  const route = createRouteHandler(build, development ? 'development' : 'production');
  const site = new Hono<Edge>({ getPath: (_request, call) => call?.env?.kind.pathname ?? '/' });

  site.use(emptyHead);
  site.use(securityHeaders(development));
  site.use(rejectMalformed);
  site.use(requireOwnHost);
  site.use(requireSameSite);
  site.use(limitBody);
  if (staticFolder) site.use(staticFiles(staticFolder));
  site.use(rateLimit);
  site.use(compressText);
  site.use(countAnswer);
  site.use(provideContext);
  for (const { path, handler } of apiCalls(build)) site.all(path, handler);
  site.use(jsonErrors);
  site.use(queuePages);
  site.use(pageCaching);
  site.get(
    '*',
    cachePages((request, info) =>
      route(request, new URL(request.url).pathname, createContext(request, info)),
    ),
  );
  site.all('*', (c) => route(c.req.raw, c.env.kind.pathname, c.var.routerContext));
  site.onError(handleError(build.assets.routes.root?.css ?? []));

  return async (request, details) => {
    const kind = details.kind ?? classify(new URL(request.url), request.headers.get('content-type'));
    const { requestId = newId(), matched = { route: NO_ROUTE } } = details;
    return site.fetch(request, { ...details, kind, requestId, matched });
  };
}
