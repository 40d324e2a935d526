import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import {
  countAnswer,
  limitBody,
  rateLimit,
  rejectMalformed,
  requireOwnHost,
  requireSameSite,
  tellRateLimit,
} from '#app/server/edge/checks.server.ts';
import { classify, type Edge, type Handler } from '#app/server/edge/edge.server.ts';
import { handleError } from '#app/server/edge/http-error.server.ts';
import { learnRouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { shareRefusals } from '#app/server/edge/same-site.server.ts';
import { securityHeaders } from '#app/server/edge/security-headers.server.ts';
import { declaredCalls, jsonErrors, runCalls } from '#app/server/pages/api-calls.server.ts';
import { compressText } from '#app/server/pages/compress.server.ts';
import { cachePages } from '#app/server/pages/page-cache.server.ts';
import { emptyHead, pageCaching } from '#app/server/pages/page-response.server.ts';
import { queuePages } from '#app/server/pages/render-queue.server.ts';
import { NO_ROUTE } from '#app/server/pages/request-metrics.server.ts';
import { createRouteHandler } from '#app/server/pages/route-index.server.ts';
import { staticFiles } from '#app/server/pages/static-files.server.ts';
import { createContext, provideContext, wrapRoutes } from '#app/server/pages/wrapped-routes.server.ts';
import { identifyActor, setActor } from '#app/server/session/identify.server.ts';
import { showKeptForms } from '#app/server/session/kept-form.server.ts';
import { answerInReadersLanguage } from '#app/server/session/reader-language.server.ts';
import { newId } from '#app/shared/ids.server.ts';

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
  const calls = declaredCalls(build);
  learnRouteNeeds(build.routes, calls);
  const route = createRouteHandler(wrapRoutes(build), development ? 'development' : 'production');
  const site = new Hono<Edge>({
    getPath: (_request, call) => call?.env?.kind.pathname ?? '/',
  });

  site.use(emptyHead);
  site.use(securityHeaders(development));
  site.use(answerInReadersLanguage);
  site.use(shareRefusals);
  site.use(tellRateLimit);
  site.use(rejectMalformed);
  site.use(requireOwnHost);
  site.use(requireSameSite);
  site.use(limitBody);
  if (staticFolder) site.use(staticFiles(staticFolder));
  site.use(rateLimit);
  site.use(compressText);
  site.use(countAnswer);
  site.use(provideContext);
  for (const { path, dispatch } of calls) site.all(path, runCalls(path, dispatch));
  site.use(jsonErrors);
  site.use(identifyActor);
  site.use(queuePages);
  site.use(showKeptForms);
  site.use(pageCaching);
  site.get(
    '*',
    cachePages((request, info) => {
      const context = createContext(request, info);
      setActor(request, context);
      return route(request, new URL(request.url).pathname, context);
    }),
  );
  site.all('*', (c) => route(c.req.raw, c.env.kind.pathname, c.var.routerContext));
  site.onError(handleError(build.assets.routes.root?.css ?? []));

  return async (request, details) => {
    const kind = details.kind ?? classify(new URL(request.url), request.headers.get('content-type'));
    const { requestId = newId(), matched = { route: NO_ROUTE } } = details;
    return site.fetch(request, { ...details, kind, requestId, matched });
  };
}
