import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { RouterContextProvider } from 'react-router';
import { type Span, spans } from '#db/spans.ts';
import type { RequestKind } from './classify.server.ts';
import type { Counted } from './request-cap.server.ts';

/** The server's data about a request that its Request lacks. */
export type RequestDetails = {
  /** The socket's address. */
  address: string;
  /** Identifies the request in the log. */
  requestId?: string;
  kind?: RequestKind;
  /** Whether the request line has a path or a URL of http or https. */
  hasTarget?: boolean;
  /** The matched route, for the metrics, and the account that acts, with its key in limits. Set once they are known. */
  matched?: { route: string; userId?: string } & Counted;
  /** Node's own request object. Tests that call the handler have none. */
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
};

export type Handler = (request: Request, details: RequestDetails) => Promise<Response>;

/** Variables that the edge's middleware shares. */
export type Edge = {
  Bindings: RequestDetails & Required<Pick<RequestDetails, 'requestId' | 'kind' | 'matched'>>;
  Variables: {
    /** The name under which hono/secure-headers looks for the nonce. */
    secureHeadersNonce: string;
    routerContext: RouterContextProvider;
  };
};

export type Middleware = MiddlewareHandler<Edge>;

/** Traces a request until its response starts. Traces contain no paths, because these contain IDs and tokens. */
export function traceRequest(
  { incoming, matched, requestId, kind }: RequestDetails,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!spans.hasSubscribers || kind?.needs.probe) return answer();
  const method = incoming?.method ?? '';
  const span: Span = { name: method, kind: 'server', headers: incoming?.headers };
  return spans.tracePromise(async () => {
    const response = await answer();
    const route = matched?.route ?? '';
    span.name = `${method} ${route}`;
    span.attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.status,
      'certrace.request_id': requestId ?? '',
    };
    span.hasFailed = response.status >= 500;
    return response;
  }, span);
}
