import type { RouterContextProvider } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import { type Restriction, restrictionOf } from '#app/accounts/restriction.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { countRequest } from '#app/server/edge/request-cap.server.ts';
import { routeAt } from '#app/server/edge/route-needs.server.ts';
import { actorContext, requestContext, restrictionContext, sessionToken } from './context.server.ts';
import { readInLanguageOf } from './reader-language.server.ts';

/** The bearer token of the Authorization header (RFC 6750 section 2.1), or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer +([\w\-.~+/]+=*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

const pathOf = (request: Request) => new URL(request.url).pathname;

/** Whether a restricted account is known at a path, also with the data of client navigations. */
const isOpen = ({ path }: Restriction, request: Request) =>
  [path, `${path}.data`, '/passkeys/options', '/logout', '/logout.data'].includes(pathOf(request));

/** A token with scopes works for the API and for the files that its scopes name. On pages it means nothing. */
function withinScopes(actor: Actor, request: Request): Actor {
  if (actor.kind !== 'apiToken' || actor.scopes === null) return actor;
  const { scopes } = actor;
  const allowed = routeAt(pathOf(request))?.needs.tokenScopes ?? [];
  return allowed.some((scope) => scopes.includes(scope))
    ? actor
    : { kind: 'visitor', address: actor.address };
}

/**
 * Identifies the actor. Only a bearer token authenticates API calls, so cookies that a browser attaches have no effect there
 * (docs/product.md, Cross-site requests). Pages and files accept both.
 * @throws AppError rate-limited for an account or address whose requests cost too much
 */
export function setActor(request: Request, context: Readonly<RouterContextProvider>) {
  const { address, api, matched } = context.get(requestContext);
  const bearer = bearerToken(request);
  const found =
    api || bearer !== null
      ? identify(bearer, 'bearer', address)
      : identify(sessionToken(request), 'cookie', address);
  const identified = api ? found : withinScopes(found, request);
  if (!api) readInLanguageOf(identified);
  if ('user' in identified) {
    if (matched) {
      matched.userId = identified.user.id;
      matched.account = `account ${identified.user.id}`;
    }
  }
  if (matched) countRequest(address, matched);
  const restriction = 'user' in identified ? restrictionOf(identified.user, identified.deletionDueAt) : null;
  const isRestricted = restriction !== null && !isOpen(restriction, request);
  const actor: Actor = isRestricted ? { kind: 'visitor', address: identified.address } : identified;
  context.set(restrictionContext, isRestricted ? restriction : null);
  context.set(actorContext, {
    ...actor,
    // A getter, because the listener creates the signal when it is first read.
    get signal() {
      return request.signal;
    },
  });
}

/** `setActor` for what React Router answers. */
export const identifyActor: Middleware = (c, next) => {
  setActor(c.req.raw, c.var.routerContext);
  return next();
};
