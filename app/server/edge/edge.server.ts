import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { RouterContextProvider } from 'react-router';
import type { LazyText } from '#app/shared/reader-texts.ts';
import { type Span, spans } from '#db/spans.ts';
import { API_BYTES, FORM_BYTES } from './body-limit.ts';
import type { Counted } from './request-cap.server.ts';
import { decoded, isSpelledAs, type RouteNeeds, routeAt } from './route-needs.server.ts';

/** Properties of a request, determined once before any middleware runs. */
export type RequestKind = {
  pathname: string;
  /** An API call: errors are JSON, and only a bearer token authenticates it. */
  api: boolean;
  /** A multipart form that its route streams. */
  upload: boolean;
  /** The largest body allowed, in bytes. */
  bodyLimit: number;
  /** The message for a larger one. */
  tooLarge?: LazyText | undefined;
  needs: RouteNeeds;
};

/** Whether a path belongs to the JSON API. Like the router, ignores case and encoding. /api/docs is a page. */
const isApiPath = (pathname: string) =>
  pathname.startsWith('/api/v1/') || /^\/+api(?:\/(?!docs(?:\.data)?\/*$)|$)/i.test(decoded(pathname));

function needsOf(pathname: string): RouteNeeds {
  const { path = '', needs = {} } = routeAt(pathname) ?? {};
  // Other servers use no other spelling of a path, so no other gets around the checks for pages.
  return (needs.server || needs.probe) && !isSpelledAs(path, pathname) ? {} : needs;
}

/** @param url the request's URL, normalised */
export function classify({ pathname }: URL, contentType: string | null | undefined): RequestKind {
  const type = contentType?.toLowerCase() ?? '';
  const needs = needsOf(pathname);
  const api = needs.api ?? isApiPath(pathname);
  const upload = /^multipart\/form-data\b/.test(type) ? needs.upload : undefined;
  const other = needs.body?.find((body) => type.startsWith(body.type ?? ''));
  const { bytes = api ? API_BYTES : FORM_BYTES, tooLarge } = upload ?? other ?? {};
  return { pathname, api, upload: upload !== undefined, bodyLimit: bytes, tooLarge, needs };
}

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
