import { type HeadersArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { addressOf } from '#app/server/edge/checks.server.ts';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { toFileError, toPageError } from '#app/server/edge/error-response.server.ts';
import { type RequestInfo, requestContext } from '#app/server/session/context.server.ts';
import { forgetKeptForm, keptFormContext, shownAgain } from '#app/server/session/kept-form.server.ts';
import { requireShownOwner } from '#app/server/session/other-owner.server.ts';
import { readBlocks, readIncoming } from '#app/server/sockets/incoming-body.server.ts';
import { log } from '#app/shared/log.server.ts';

/** A page's headers: its layouts', loader's and action's. React Router forwards the cookies. */
function forwardHeaders({ parentHeaders, loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const source of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of source) if (name !== 'set-cookie') headers.set(name, value);
  }
  return headers;
}

type Route = NonNullable<ServerBuild['routes'][string]>;
type Work = NonNullable<Route['module']['loader']>;

/** Converts expected errors of a page to the response that its boundary renders. */
const forPage =
  (work: Work): Work =>
  async (args) => {
    try {
      return await work(args);
    } catch (error) {
      throw toPageError(error);
    }
  };

/** Converts expected errors of a file to a text. */
const forFile =
  (work: Work): Work =>
  async (args) => {
    try {
      return await work(args);
    } catch (error) {
      return toFileError(error);
    }
  };

/** An action that lets a form act only for whom it was shown. A kept form is shown again and does not act. */
const forOwner =
  (action: Work, loader: Work | undefined): Work =>
  async (args) => {
    const kept = args.context.get(keptFormContext);
    if (kept) return shownAgain(kept);
    const own = await requireShownOwner(args, loader as Parameters<typeof requireShownOwner>[1]);
    await forgetKeptForm(args);
    return action(own);
  };

function wrap(route: Route): Route {
  const { module } = route;
  const isPage = module.default !== undefined;
  const convert = isPage ? forPage : forFile;
  return {
    ...route,
    module: {
      ...module,
      ...(isPage && { headers: forwardHeaders }),
      ...(module.loader && { loader: convert(module.loader) }),
      ...(module.action && {
        action: convert(forOwner(module.action as Work, module.loader)) as typeof module.action,
      }),
    },
  };
}

/**
 * A build whose loaders and actions answer expected errors: a page in its error boundary, a file with a text. Calls of the API
 * convert their errors themselves.
 */
export const wrapRoutes = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && route.path !== 'api/*' ? wrap(route) : route,
    ]),
  ),
});

/** The context for React Router's middleware, loaders and actions. */
export function createContext(request: Request, info: Omit<RequestInfo, 'userAgent' | 'log'>) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...info, userAgent: request.headers.get('user-agent'), log });
  return context;
}

export const provideContext: Middleware = (c, next) => {
  const { kind, requestId, incoming, matched } = c.env;
  const info = {
    id: requestId,
    api: kind.api,
    address: addressOf(c),
    nonce: c.var.secureHeadersNonce,
    matched,
    uploadBody: incoming && kind.upload ? readBlocks(incoming) : undefined,
    readBody: incoming && kind.api && !kind.upload ? readIncoming(incoming) : undefined,
  };
  if (info.uploadBody) {
    // React Router clones requests with their bodies, which would start reading this body.
    const { method, headers, signal } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method, headers, signal });
  }
  c.set('routerContext', createContext(c.req.raw, info));
  return next();
};
