import type { Logger } from 'pino';
import { createContext } from 'react-router';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { ReadBody } from './read-body.server.ts';

/** What the server's edge knows of a request, put into the router's context by server.ts before routing. */
export type RequestInfo = {
  /** Random; in every log line of the request and in the X-Request-Id header. */
  id: string;
  /** The client's address, past as many proxies as TRUST_PROXY says. */
  address: string;
  userAgent: string | null;
  /** The CSP nonce of this answer. */
  nonce: string;
  /** The body of a file upload, past the request, which has none then. A chunk is gone when the next one is asked for. */
  uploadBody?: AsyncIterable<Uint8Array> | undefined;
  /** Reads the body of an API call, whose request carries none then. */
  readBody?: ReadBody | undefined;
  log: Logger;
};

export const requestContext = createContext<RequestInfo>();
/** Who acts: set by the identify middleware of root.tsx for every route. */
export const actorContext = createContext<Actor>();
