import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { SETUP_PATH, untilSetUp } from '#app/accounts/second-factor/must-set-up.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import { actorContext, requestContext, waitsForSetupContext } from './context.server.ts';
import { sessionToken } from './cookies.server.ts';

/** The bearer token of the Authorization header (RFC 6750 section 2.1), or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer +([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/** Where an account is known that still has to set up a second factor, with the data of client navigations. */
const OPEN_UNTIL_SET_UP = new RegExp(`^(?:${SETUP_PATH}|/logout)(?:\\.data)?$`);

/**
 * Identifies the actor. Only a bearer token authenticates API calls, so cookies that a browser attaches have no effect there
 * (docs/product.md, Cross-site requests). Pages and files accept both.
 */
export function setActor(request: Request, context: Readonly<RouterContextProvider>) {
  const { address, api } = context.get(requestContext);
  const bearer = bearerToken(request);
  const identified =
    api || bearer !== null
      ? identify(bearer, 'bearer', address)
      : identify(sessionToken(request), 'cookie', address);
  const { actor, waits } = OPEN_UNTIL_SET_UP.test(new URL(request.url).pathname)
    ? { actor: identified, waits: false }
    : untilSetUp(identified);
  context.set(waitsForSetupContext, waits);
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
