import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { identify } from '#app/accounts/sessions.server.ts';
import { actorContext, requestContext } from './context.server.ts';
import { sessionToken } from './cookies.server.ts';

/** The bearer token of the Authorization header (RFC 6750 section 2.1), or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer +([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/**
 * Identifies the actor. Only a bearer token authenticates API calls, so cookies that a browser attaches have no effect there
 * (docs/product.md, Cross-site requests). Pages and files accept both.
 */
export function setActor(request: Request, context: Readonly<RouterContextProvider>) {
  const { address, api } = context.get(requestContext);
  const bearer = bearerToken(request);
  const actor =
    api || bearer !== null
      ? identify(bearer, 'bearer', address)
      : identify(sessionToken(request), 'cookie', address);
  context.set(actorContext, {
    ...actor,
    // A getter, because the listener creates the signal when it is first read.
    get signal() {
      return request.signal;
    },
  });
}

/** `setActor` as React Router middleware. */
export const identifyActor: MiddlewareFunction<Response> = ({ request, context }) =>
  setActor(request, context);
