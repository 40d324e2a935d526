import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { codeOfStatus, type ErrorName } from '#app/shared/error-codes.ts';
import { log } from '#app/shared/log.server.ts';
import type { RequestKind } from './classify.server.ts';
import type { Edge } from './edge.server.ts';
import { toErrorParts } from './error-response.server.ts';
import { toApiError } from './problem-details.server.ts';
import { loggablePath } from './route-needs.server.ts';

export const TOO_LARGE = 'The request is too large.';

const TEXTS: Record<number, [title: string, message: string]> = {
  400: ['Bad request', 'This request could not be understood.'],
  403: ['Forbidden', 'This request came from another site, so nothing was changed.'],
  404: ['Not found', 'Not found.'],
  405: ['Method not allowed', 'This address does not support this method.'],
  408: ['Request time-out', 'The request took too long to arrive.'],
  413: ['Too large', TOO_LARGE],
  414: ['Address too long', 'This address is too long.'],
  421: ['Misdirected request', 'This site is not served under this name.'],
  429: ['Too many requests', 'Too many requests. Please try again in a few seconds.'],
  431: ['Headers too large', 'The headers of this request are too large.'],
  500: ['Something went wrong', 'The server had an internal error. Please try again in a moment.'],
  501: ['Not implemented', 'This server does not support this method.'],
  503: ['Unavailable', 'The server is busy or stopping. Please try again in a moment.'],
  507: ['No space left', 'The server has no space left. Please try again later.'],
};

/** Calls of the API are not refused because of where they come from. */
const API_403 = 'You are not allowed to do this.';

export type HttpError = {
  status: number;
  /** Decides between JSON and a page, which is the default. */
  kind?: Pick<RequestKind, 'needs' | 'api'> | undefined;
  /** Replaces the status's default message. */
  message?: string | undefined;
  /** The code of an API error, by default that of the status. */
  code?: ErrorName;
  /** The Accept header of an API call. */
  accept?: string | undefined;
  /** Stylesheets of the built site. */
  stylesheets?: string[];
  headers?: Record<string, string>;
};

/** Error response of the edge itself: JSON under /api, and a plain page elsewhere. It never shows internals. */
export function toErrorResponse(error: HttpError): Response {
  const { status, kind, message, code, accept, stylesheets = [], headers } = error;
  const [title, standard] = TEXTS[status] ?? ['Error', 'This request was rejected.'];
  const text = message ?? (kind?.api && status === 403 ? API_403 : standard);
  const init = (type: string) => ({
    status,
    headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': `${type}; charset=utf-8` },
  });
  if (kind?.api) {
    const again = kind.needs.namesErrorTwice ? { error: text } : {};
    const body = { success: false as const, message: text, code: code ?? codeOfStatus(status), ...again };
    return toApiError(status, body, headers ?? {}, accept ?? null);
  }
  const links = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const html = `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Certrace</title>${links}</head><body><main class="mx-auto max-w-xl p-8"><h1 class="text-2xl font-bold">${title}</h1><p class="my-4">${text}</p><p><a class="underline" href="/">Certrace</a></p></main></body></html>`;
  return new Response(html, init('text/html'));
}

/** Converts errors of middleware and routes to responses. Logs unexpected ones. */
export const handleError = (stylesheets: string[]) => (error: Error, c: Context<Edge>) => {
  const { kind, requestId } = c.env;
  const accept = c.req.header('accept');
  if (error instanceof HTTPException) {
    const { status, message, res } = error;
    const headers = Object.fromEntries(res?.headers ?? []);
    return toErrorResponse({ status, kind, accept, stylesheets, message: message || undefined, headers });
  }
  const expected = toErrorParts(error);
  if (expected) {
    const { status, message, code } = expected;
    // A client over its limit has sent more requests. Closing the connection drops them.
    const headers = { ...expected.headers, Connection: 'close' };
    return toErrorResponse({ status, kind, accept, code, stylesheets, message, headers });
  }
  if (!c.req.raw.signal.aborted) {
    log.error({ err: error, requestId, path: loggablePath(kind.pathname) }, 'unexpected error');
  }
  return toErrorResponse({ status: 500, kind, accept, stylesheets });
};
