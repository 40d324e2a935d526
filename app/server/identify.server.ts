import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { identify } from '#app/accounts/sessions.server.ts';
import { actorContext, requestContext } from './context.server.ts';
import { sessionToken } from './cookies.server.ts';
import { isApiPath } from './paths.server.ts';

/** The token of an Authorization header of the Bearer scheme (RFC 6750 section 2.1), or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer +([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/**
 * Finds out who acts, for every route. Under /api only a bearer token counts, so that a cookie that a browser sends
 * by itself opens nothing there (CONTRACT D15); elsewhere a bearer token counts when one is sent, since files are opened with it too.
 */
export function setActor(
  request: Request,
  context: Readonly<RouterContextProvider>,
  isApi = isApiPath(new URL(request.url).pathname),
) {
  const { address } = context.get(requestContext);
  const bearer = bearerToken(request);
  context.set(
    actorContext,
    isApi || bearer !== null
      ? identify(bearer, 'bearer', address)
      : identify(sessionToken(request), 'cookie', address),
  );
}

/** `setActor`, as the root's middleware. */
export const identifyActor: MiddlewareFunction<Response> = ({ request, context }) =>
  setActor(request, context);
