import type { MiddlewareHandler } from 'hono';
import type { RouterContextProvider } from 'react-router';
import type { RequestKind } from './classify.server.ts';
import type { RequestInfo } from './context.server.ts';

/** What the server knows of a request besides the request. */
export type Client = {
  /** The socket's address. */
  address: string;
  /** Names the request in the log. */
  requestId?: string;
  /** Where the listener has told it already. */
  kind?: RequestKind;
  /** The host of a request target in absolute form, which stands over the Host header (RFC 9112 section 3.2.2). */
  host?: string | undefined;
  /** Has a client send its body that waits for `100 Continue`. */
  sendContinue?: (() => void) | undefined;
} & Pick<RequestInfo, 'uploadBody' | 'readBody'>;

export type Handler = (request: Request, client: Client) => Promise<Response>;

/** What the edge's middleware shares. */
export type Edge = {
  Bindings: Client & Required<Pick<Client, 'requestId' | 'kind'>>;
  Variables: {
    /** Under this name hono/secure-headers looks for it. */
    secureHeadersNonce: string;
    routerContext: RouterContextProvider;
  };
};

export type Middleware = MiddlewareHandler<Edge>;
