import { RouterContextProvider } from 'react-router';
import { addressOf } from '#app/server/edge/checks.server.ts';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { type RequestInfo, requestContext } from '#app/server/session/context.server.ts';
import { readBlocks, readIncoming } from '#app/server/sockets/incoming-body.server.ts';
import { log } from '#app/shared/log.server.ts';

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
