import type { LazyText } from '#app/shared/reader-texts.ts';
import { API_BYTES, FORM_BYTES } from './body-limit.ts';
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
