import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { codeOfStatus, type ErrorName } from '#app/shared/error-codes.ts';
import { log } from '#app/shared/log.server.ts';
import { pageDirection, pageLanguage, t } from '#messages';
import type { Edge, RequestKind } from './edge.server.ts';
import { toApiError, toErrorParts } from './error-response.server.ts';
import { loggablePath } from './route-needs.server.ts';

export const tooLargeTexts = () => t('httpError.theRequestIsTooLarge');

const httpTexts = (): Record<number, [title: string, message: string]> => ({
  400: [t('httpError.badRequest'), t('httpError.thisRequestCouldNotBeUnderstood')],
  403: [t('httpError.forbidden'), t('httpError.thisRequestCameFromAnotherSite')],
  404: [t('httpError.notFound'), t('common.notFound')],
  405: [t('httpError.methodNotAllowed'), t('httpError.thisAddressDoesNotSupportThisMethod')],
  408: [t('httpError.requestTimeOut'), t('httpError.theRequestTookTooLongToArrive')],
  413: [t('httpError.tooLarge'), tooLargeTexts()],
  414: [t('httpError.addressTooLong'), t('httpError.thisAddressIsTooLong')],
  421: [t('httpError.misdirectedRequest'), t('httpError.thisSiteIsNotServedUnderThisName')],
  429: [t('common.tooManyRequests'), t('httpError.tooManyRequestsPlease')],
  431: [t('httpError.headersTooLarge'), t('httpError.theHeadersOfThisRequestAreTooLarge')],
  500: [t('errorPage.somethingWentWrong'), t('httpError.theServerHadAnInternalError')],
  501: [t('httpError.notImplemented'), t('httpError.thisServerDoesNotSupportThisMethod')],
  503: [t('httpError.unavailable'), t('httpError.theServerIsBusyOrStopping')],
  507: [t('httpError.noSpaceLeft'), t('common.theServerHasNoSpaceLeft')],
});

/** Calls of the API are not refused because of where they come from. */
const api403 = () => t('common.youAreNotAllowedToDoThis');

export type HttpError = {
  status: number;
  /** Decides between JSON and a page, which is the default. */
  kind?: Pick<RequestKind, 'needs' | 'api' | 'pathname'> | undefined;
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

/** Error response of the edge itself: JSON under /api and for the data of a page, and a plain page elsewhere. It never shows internals. */
export function toErrorResponse(error: HttpError): Response {
  const { status, kind, message, code, accept, stylesheets = [], headers } = error;
  const [title, standard] = httpTexts()[status] ?? [
    t('httpError.error'),
    t('httpError.thisRequestWasRejected'),
  ];
  const text = message ?? (kind?.api && status === 403 ? api403() : standard);
  const init = (type: string) => ({
    status,
    headers: { 'Cache-Control': 'no-store', ...headers, 'Content-Type': `${type}; charset=utf-8` },
  });
  if (kind?.api) {
    const again = kind.needs.namesErrorTwice ? { error: text } : {};
    const body = { success: false as const, message: text, code: code ?? codeOfStatus(status), ...again };
    return toApiError(status, body, headers ?? {}, accept ?? null);
  }
  // React Router requests a page's data from '.data' URLs. The script shows the message on the open page (routes/failed-requests.ts).
  if (kind?.pathname.endsWith('.data'))
    return new Response(JSON.stringify({ success: false, message: text }), init('application/json'));
  const links = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const html = `<!doctype html><html lang="${pageLanguage()}" dir="${pageDirection()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Certrace</title>${links}</head><body><main class="mx-auto max-w-xl p-8"><h1 class="text-2xl font-bold">${title}</h1><p class="my-4">${text}</p><p><a class="underline" href="/">Certrace</a></p></main></body></html>`;
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
