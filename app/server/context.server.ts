import type { Logger } from 'pino';
import { createContext } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { ReadBody } from './read-body.server.ts';

/** What the edge knows about a request; router-context.server.ts puts it into React Router's context. */
export type RequestInfo = {
  /** Random; in every log line of the request and in the X-Request-Id header. */
  id: string;
  /** Whether this is an API call, which only a bearer token authenticates. */
  api: boolean;
  /** The client's address, behind as many proxies as TRUST_PROXY says. */
  address: string;
  userAgent: string | null;
  /** The CSP nonce of this response. */
  nonce: string;
  /** The body of a file upload; the Request has none then. A chunk is freed when the next one is read. */
  uploadBody?: AsyncIterable<Uint8Array> | undefined;
  /** Reads the body of an API call; the Request has none then. */
  readBody?: ReadBody | undefined;
  log: Logger;
  /** Where root.tsx puts the route that matched, for the metrics. */
  matched?: { route: string } | undefined;
};

export const requestContext = createContext<RequestInfo>();
/** Who acts; root.tsx sets it for every route with identifyActor. */
export const actorContext = createContext<Actor>();
