import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { RouterContextProvider } from 'react-router';
import type { RequestKind } from './classify.server.ts';

/** What the server knows about a request besides the Request itself. */
export type Client = {
  /** The socket's address. */
  address: string;
  /** Names the request in the log. */
  requestId?: string;
  kind?: RequestKind;
  /** The route that answers, for the metrics; set once it is known. */
  matched?: { route: string };
  /** Node's own objects; tests that call the handler have none. */
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
};

export type Handler = (request: Request, client: Client) => Promise<Response>;

/** What the edge's middleware shares. */
export type Edge = {
  Bindings: Client & Required<Pick<Client, 'requestId' | 'kind' | 'matched'>>;
  Variables: {
    /** hono/secure-headers looks for the nonce under this name. */
    secureHeadersNonce: string;
    routerContext: RouterContextProvider;
  };
};

export type Middleware = MiddlewareHandler<Edge>;
