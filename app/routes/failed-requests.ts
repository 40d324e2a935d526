import { useEffect } from 'react';
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useMatches,
} from 'react-router';
import { type ErrorText, formError } from '#app/shared/form-error.ts';
import { errorText } from './error-texts.ts';

/** Thrown when a page's data did not load: there was no response, or not one of this site's. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** The data of a fetcher's load that got no response. */
export type NotLoaded = { notLoaded: true };

type Results = Record<string, DataStrategyResult>;

/** The current page: its routes with data, its own route last. */
let shown = { ids: new Set<string>(), page: '', sameData: (_url: URL) => false };

/** `handle` of a page whose search parameters open dialogs and do not change its list. */
export const SEARCH_IS_VIEW = { searchIsView: true };

/** Tracks the current page for the middleware below. The document's layout calls this. */
export function useTrackShownPage() {
  const matches = useMatches();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const ids = matches.filter(({ loaderData }) => loaderData !== undefined).map(({ id }) => id);
    const page = matches.at(-1);
    const searchIsView = (page?.handle as typeof SEARCH_IS_VIEW | undefined)?.searchIsView === true;
    const sameData = (url: URL) => url.pathname === pathname && (searchIsView || url.search === search);
    shown = { ids: new Set(ids), page: page?.id ?? '', sameData };
  }, [matches, pathname, search]);
}

const isRedirect = (result: unknown) =>
  result instanceof Response && result.status >= 300 && result.status < 400;

/** Unwraps an action's result or error from React Router's wrapper with the status. */
const unwrap = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'type' in result && 'data' in result
    ? result.data
    : result;

/** The error message of this site's server. */
function serverMessage(error: unknown): string | null {
  if (!isRouteErrorResponse(error)) return null;
  const body: unknown = error.data;
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : null;
}

/** Whether React Router could not parse a 200 response. */
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  (error.message.startsWith('Unable to decode') || error.name === 'SingleFetchNoResultError');

/** Whether there was no response, or not one of this site's: fetch rejects with a TypeError, and a proxy's page is text. */
const isUnanswered = (error: unknown) =>
  error instanceof TypeError ||
  isUnreadable(error) ||
  (isRouteErrorResponse(error) && typeof error.data === 'string');

function messageOf(error: unknown, text: ErrorText): string {
  const unanswered = text.unanswered ?? text.failed;
  if (isUnreadable(error)) return text.unreadable ?? unanswered;
  if (isUnanswered(error)) return unanswered;
  return serverMessage(error) ?? text.failed;
}

/** Keeps the page of a failed form and shows the error there, instead of an error page. */
async function submit(request: Request, pattern: string, next: () => Promise<Results>): Promise<Results> {
  const copy = request.clone();
  const results = await next();
  for (const [id, { type, ...wrapped }] of Object.entries(results)) {
    const result = unwrap(wrapped.result);
    // This site never sends an empty response: every action returns something.
    const empty = type === 'data' && result === undefined;
    if ((type !== 'error' && !empty) || isRedirect(result)) continue;
    const field = await copy.formData().then(
      (form) => form.get('intent'),
      () => null,
    );
    const intent = typeof field === 'string' ? field : null;
    const text = errorText(pattern, intent);
    const message = empty ? (text.unreadable ?? text.unanswered ?? text.failed) : messageOf(result, text);
    const error = formError({ text, intent, message });
    // An error status, because React Router revalidates the page after a successful one.
    const status = isRouteErrorResponse(result) && result.status >= 400 ? result.status : 503;
    results[id] = { type: 'data', result: data(error, { status }) };
    return results;
  }
  return results;
}

/** Keeps the frame of a page whose data does not load, and the data on screen. */
async function load(url: URL, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  const failed = Object.entries(results).filter(
    ([, { type, result }]) => type === 'error' && isUnanswered(result),
  );
  for (const [id] of failed) {
    if (!('root' in results)) {
      // Only a fetcher loads a route without the root.
      results[id] = { type: 'data', result: { notLoaded: true } satisfies NotLoaded };
    } else if (shown.ids.has(id) && (id !== shown.page || shown.sameData(url))) {
      delete results[id];
    } else {
      results[id] = { type: 'error', result: new NoAnswerError('The server did not answer.') };
    }
  }
  return results;
}

/**
 * Client middleware of the root for failed requests. By default React Router would replace the page with the nearest error
 * boundary, and typed input would be lost.
 */
export const handleFailedRequests: MiddlewareFunction<Results> = ({ request, url, pattern }, next) =>
  request.method === 'GET' ? load(url, next) : submit(request, pattern, next);
