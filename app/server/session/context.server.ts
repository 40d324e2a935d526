import type { Logger } from 'pino';
import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { Restriction } from '#app/accounts/restriction.server.ts';
import { type Holder, holderOf } from '#app/holders/holder-sessions.server.ts';
import type { RequestDetails } from '#app/server/edge/edge.server.ts';
import type { ReadBody } from '#app/server/edge/read-body.server.ts';
import { holderToken } from './cookies.server.ts';

/** The edge's data about a request. `provideContext` puts it into React Router's context. */
export type RequestInfo = {
  /** Random ID for the log lines of the request and the X-Request-Id header. */
  id: string;
  /** Whether this is an API call, which only a bearer token authenticates. */
  api: boolean;
  /** The client's address, according to TRUST_PROXY. */
  address: string;
  userAgent: string | null;
  /** The CSP nonce of this response. */
  nonce: string;
  /** The body of an upload; the Request then has none. A chunk is freed when the next one is read. */
  uploadBody?: AsyncIterable<Uint8Array> | undefined;
  /** Reads the body of an API call; the Request then has none. */
  readBody?: ReadBody | undefined;
  log: Logger;
  /** root.tsx stores the matched route here, for the metrics, and `setActor` the account, for the log. */
  matched?: RequestDetails['matched'] | undefined;
};

export const requestContext = createContext<RequestInfo>();
/** The actor. identifyActor sets it for every route, and runCalls for each call. */
export const actorContext = createContext<Actor>();
/** The restriction because of which a logged-in account is treated as a visitor. Null for every other actor. */
export const restrictionContext = createContext<Restriction | null>(null);

/** The holder of certificates who makes a request, by account and by holder session, or null. identifyActor must have run. */
export const requestHolder = (request: Request, context: Readonly<RouterContextProvider>) =>
  holderOf(context.get(actorContext), holderToken(request));

/** The holder on routes with `requireHolder`. */
export const holderContext = createContext<Holder>();

/** Route middleware of a holder's pages. Leads everybody else to where holders get a link. */
export const requireHolder: MiddlewareFunction<Response> = ({ request, context }) => {
  const holder = requestHolder(request, context);
  if (!holder) throw redirect('/my-certificates');
  context.set(holderContext, holder);
};
