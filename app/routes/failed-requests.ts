import { useEffect, useSyncExternalStore } from 'react';
import type { DataStrategyResult, MiddlewareFunction, SubmitFunction } from 'react-router';
import { data, isRouteErrorResponse, useLocation, useMatches, useSubmit } from 'react-router';
import { joinSentences } from '#app/messages/join-sentences.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { KeptForOther, OtherOwner } from '#app/server/session/other-owner.server.ts';
import { type ErrorText, formError } from '#app/shared/form-error.ts';
import { t } from '#messages';
import { errorText, noAnswer } from './error-texts.ts';
import { askForOwner } from './owned-form.tsx';

/** Thrown when a page's data did not load, with the message for the reader. */
export class NotLoadedError extends Error {}

/** There was no response, or not one of this site's. */
export class NoAnswerError extends NotLoadedError {}

/** The data of a fetcher's load that got no response. */
export type NotLoaded = { notLoaded: true };

type Results = Record<string, DataStrategyResult>;

/** The page that is shown: its path, the routes whose data it has, and the `handle` of its leaf route. */
let shown: { ids: Set<string>; page: string; pathname: string; needs: RouteNeeds } = {
  ids: new Set(),
  page: '',
  pathname: '',
  needs: {},
};

/** Tracks the current page for the middleware below. The document's layout calls this. */
export function useTrackShownPage() {
  const matches = useMatches();
  const { pathname } = useLocation();
  useEffect(() => {
    const ids = matches.filter(({ loaderData }) => loaderData !== undefined).map(({ id }) => id);
    const { id: page = '', handle } = matches.at(-1) ?? {};
    shown = { ids: new Set(ids), page, pathname, needs: handle ?? {} };
  }, [matches, pathname]);
}

/** A load that failed while a page stayed on screen: the page's URL, the URL to load again, and the message to show. */
export type FailedLoad = { href: string; to: string; text: string };

let failedLoad: FailedLoad | null = null;
const listeners = new Set<() => void>();

function reportLoad(failure: FailedLoad | null) {
  failedLoad = failure;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the page at a URL could not be opened, because its code did not load. */
export function reportUnopened(to: string) {
  const { pathname, search } = window.location;
  reportLoad({ href: pathname + search, to, text: noAnswer() });
}

/** The last load of the page on screen, or of another page, if it failed. Null once a load worked. */
export const useFailedLoad = (): FailedLoad | null =>
  useSyncExternalStore(
    subscribe,
    () => failedLoad,
    () => null,
  );

const isRedirect = (result: unknown) =>
  result instanceof Response && result.status >= 300 && result.status < 400;

/** Unwraps an action's result or error from React Router's wrapper with the status. */
const unwrap = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'type' in result && 'data' in result
    ? result.data
    : result;

const messageIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : null;

/**
 * The message of this site's server when it refused a request before any route saw it, for example because there were too many. React
 * Router leaves the JSON of such an answer as text. After an error of the server the act may have happened.
 */
function refusalOf(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string' || error.status >= 500) return null;
  try {
    const { success, message } = JSON.parse(error.data) as { success: unknown; message: string };
    return success === false ? message : null;
  } catch {
    return null;
  }
}

/** The error message of this site's server. */
const serverMessage = (error: unknown): string | null =>
  isRouteErrorResponse(error) ? (messageIn(error.data) ?? refusalOf(error)) : null;

/** Whether React Router could not parse a 200 response. */
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  (error.message.startsWith('Unable to decode') || error.name === 'SingleFetchNoResultError');

/** Whether there was no response, or not one of this site's: fetch rejects with a TypeError, and a proxy's page is text. */
const isUnanswered = (error: unknown) =>
  error instanceof TypeError ||
  isUnreadable(error) ||
  (isRouteErrorResponse(error) && typeof error.data === 'string' && refusalOf(error) === null);

/** The text when there was no answer. The server may have executed the request. */
function unansweredText({ unanswered, failed, lookAt }: ErrorText): string {
  const text = unanswered ?? failed;
  if (lookAt === undefined) return text;
  // Some texts of forms end without a full stop.
  const sentence = text.replace(/(?<=\p{Script=Latin})$/u, '.');
  return joinSentences([sentence, t('failedRequests.itMayHaveBeenDoneNevertheless', { place: lookAt })]);
}

function messageOf(error: unknown, text: ErrorText): string {
  const unanswered = unansweredText(text);
  if (isUnreadable(error)) return text.unreadable ?? unanswered;
  if (isUnanswered(error)) return unanswered;
  return serverMessage(error) ?? text.failed;
}

/** The question of a form that was shown for somebody else, if an error of this site's server is that. */
export const otherOwnerIn = (error: unknown) =>
  isRouteErrorResponse(error) ? (error.data as { otherOwner?: OtherOwner } | null)?.otherOwner : undefined;

/** For whom the text of a form was kept, if an error of this site's server is that. */
export const keptForOtherIn = (error: unknown) =>
  isRouteErrorResponse(error) ? (error.data as { kept?: KeptForOther | null } | null)?.kept : undefined;

let submitForm: SubmitFunction | undefined;

/** Lets the middleware below submit a form again. The root calls this. */
export function useSubmitAgain() {
  const submit = useSubmit();
  useEffect(() => {
    submitForm = submit;
  }, [submit]);
}

function askAgain(asked: OtherOwner, form: FormData, contentType: string | null) {
  const encType = contentType?.startsWith('multipart') ? 'multipart/form-data' : undefined;
  const again = (owner: string) => {
    form.set('shownFor', owner);
    const options = { method: 'post', action: asked.action, preventScrollReset: true } as const;
    void submitForm?.(form, encType ? { ...options, encType } : options);
  };
  askForOwner({ ...asked, again });
}

/** Keeps the page of a failed form and shows the error there, instead of an error page. */
async function submit(request: Request, next: () => Promise<Results>): Promise<Results> {
  const copy = request.clone();
  const results = await next();
  for (const [id, { type, ...wrapped }] of Object.entries(results)) {
    const result = unwrap(wrapped.result);
    // This site never sends an empty response: every action returns something.
    const empty = type === 'data' && result === undefined;
    if ((type !== 'error' && !empty) || isRedirect(result)) continue;
    const form = await copy.formData().catch(() => new FormData());
    const field = form.get('intent');
    const intent = typeof field === 'string' ? field : null;
    const asked = otherOwnerIn(result);
    if (asked) askAgain(asked, form, copy.headers.get('Content-Type'));
    const text = errorText(id === shown.page ? shown.needs : {}, intent);
    const message = empty ? (text.unreadable ?? unansweredText(text)) : messageOf(result, text);
    const error = formError({ text, intent, message });
    // An error status, because React Router revalidates the page after a successful one.
    const status = isRouteErrorResponse(result) && result.status >= 400 ? result.status : 503;
    results[id] = { type: 'data', result: data(error, { status }) };
    return results;
  }
  return results;
}

/** Whether a failed load is temporary, so that the page on screen may stay. */
const isPassing = (error: unknown) =>
  isUnanswered(error) || (isRouteErrorResponse(error) && (error.status === 429 || error.status >= 500));

/**
 * Keeps the frame of a page whose data does not load. If the page is on screen already, as after a search, its data stay too, and
 * `useFailedLoad` reports the failure.
 */
async function load(request: Request, url: URL, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  // Only a fetcher loads a route without the root.
  const isFetcher = !('root' in results);
  const href = url.pathname + url.search;
  let failure: FailedLoad | null = null;
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type !== 'error') continue;
    const isPage = id === shown.page;
    const isShown = shown.ids.has(id) && (!isPage || url.pathname === shown.pathname);
    if (!isFetcher && isShown && isPassing(result)) {
      delete results[id];
      if (isPage)
        failure = {
          href,
          to: href,
          text: shown.needs.listNotLoaded?.() ?? serverMessage(result) ?? noAnswer(),
        };
      continue;
    }
    const refusal = refusalOf(result);
    if (refusal === null && !isUnanswered(result)) continue;
    const error = refusal === null ? new NoAnswerError(noAnswer()) : new NotLoadedError(refusal);
    results[id] = isFetcher
      ? { type: 'data', result: { notLoaded: true } satisfies NotLoaded }
      : { type: 'error', result: error };
  }
  if (!isFetcher && !request.signal.aborted) reportLoad(failure);
  return results;
}

/**
 * Client middleware of the root for failed requests. By default React Router would replace the page with the nearest error
 * boundary, and typed input would be lost.
 */
export const handleFailedRequests: MiddlewareFunction<Results> = ({ request, url }, next) =>
  request.method === 'GET' ? load(request, url, next) : submit(request, next);
